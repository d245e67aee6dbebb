"""Webhooks of accounts: addresses that receive the events of their games."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response
from msgspec.structs import replace

from match.visibility import iso
from schemas import hooks as shapes
from service.edge import responses
from service.edge.caller import need_account
from service.edge.chairs import endpoint_fault
from service.edge.context import db
from service.edge.idempotency import IdempotentRequest, idempotent, replayed
from service.edge.operation import ApiResponse, operation
from service.presentation.problems import Problem, invalid
from service.views import hooks
from store import signing, tokens
from store.games import now_ms
from store.idempotency import Remembered
from store.tokens import derived_token
from store.webhooks import MOST, NoSuchWebhook, TooMany, Webhook, new_webhook_id, webhook_log
from store.words import BY_OWNER, WEBHOOK
from workers import queues

bp = Blueprint("webhooks", __name__)

_PROBLEMS = ("not-found", "unauthorized")
_HOOK = {"hook_id": "$response.body#/id"}


@operation(
    bp,
    "GET",
    "/v1/me/hooks",
    {
        200: ApiResponse(
            "All webhooks of the account.",
            shapes.WebhookList,
            links={"get_webhook": {"hook_id": "$response.body#/hooks/0/id"}},
        )
    },
    problems=("unauthorized",),
    scope=WEBHOOK,
)
def list_webhooks() -> Response:
    """List the account's webhooks.

    Secrets are not shown again. Create a new one if needed.
    """
    found = db().webhooks.all(need_account().id)
    return responses.json({"hooks": [_shown(each) for each in found]})


@operation(
    bp,
    "POST",
    "/v1/me/hooks",
    {
        201: ApiResponse(
            "The webhook with its secret.",
            shapes.WebhookSecret,
            headers=("Location",),
            links={
                "get_webhook": _HOOK,
                "change_webhook": _HOOK,
                "list_deliveries": _HOOK,
                "test_webhook": _HOOK,
            },
        )
    },
    problems=("idempotency-key-reused", "unauthorized"),
    body=shapes.NewWebhook,
    headers=("Idempotency-Key",),
    scope=WEBHOOK,
)
def create_webhook(body: dict[str, Any]) -> Response:
    """Create a webhook that receives the events of the account's games from now on.

    The messages are those of the account's event stream, posted in order and signed as in Standard
    Webhooks. Answer with any 2xx within ten seconds. Otherwise the same message, with the same
    `webhook-id`, is sent again, with backoff. Delivery is at-least-once. After 24 failures in a
    row, most of a day, the webhook is disabled.
    """
    me = need_account()
    _check(body)
    the_request = idempotent(f"/v1/me/hooks {me.id}", body)
    kept, fresh = _claimed(the_request)
    secret = signing.new()
    if the_request.key is not None:
        secret = signing.derived(derived_token(kept.subject, the_request.key, kept.salt, "hook"))
    try:
        made = db().webhooks.create(
            me.id,
            body["url"],
            secret,
            tuple(body["events"]),
            tuple(body["games"]),
            kept.subject,
            body["language"],
        )
    except TooMany:
        text = f"an account may have {MOST} webhooks and has them; it should delete one first"
        raise invalid([("", text)]) from None
    answer = _with_secret(made, secret, 201, Location=f"/v1/me/hooks/{made.id}")
    return answer if fresh else replayed(answer)


def _claimed(the_request: IdempotentRequest) -> tuple[Remembered, bool]:
    """Return the id and the salt of this request, and whether it is new."""
    mine = Remembered(the_request.request, new_webhook_id(), the_request.salt, b"")
    if the_request.key is None:
        return mine, True
    kept = the_request.check(db().idempotency.claim(the_request.name, mine))
    return kept, kept is mine


@operation(
    bp,
    "GET",
    "/v1/me/hooks/<hook_id>",
    {200: ApiResponse("The webhook.", shapes.WebhookShown)},
    problems=_PROBLEMS,
    scope=WEBHOOK,
)
def get_webhook(hook_id: str) -> Response:
    """Return a webhook and the state of its deliveries.

    A disabled webhook has the cause.
    """
    return responses.json(_shown(_find(need_account().id, hook_id)))


@operation(
    bp,
    "PATCH",
    "/v1/me/hooks/<hook_id>",
    {200: ApiResponse("The webhook.", shapes.WebhookShown)},
    problems=_PROBLEMS,
    scope=WEBHOOK,
    body=shapes.WebhookChange,
)
def change_webhook(hook_id: str, body: dict[str, Any]) -> Response:
    """Change a webhook, or enable or disable it.

    An enabled webhook resumes at its last message, as far as the account's feed goes back.
    """
    me = need_account()
    _check(body)

    def change(now: Webhook) -> Webhook:
        changes: dict[str, Any] = {n: tuple(body[n]) for n in ("events", "games") if n in body}
        changes |= {n: body[n] for n in ("url", "language") if n in body}
        after = replace(now, **changes)
        if body.get("enabled") is True:
            return replace(after, disabled="", disabled_at=0, failures=0, again=0)
        if body.get("enabled") is False and not now.disabled:
            return replace(after, disabled=BY_OWNER, disabled_at=now_ms())
        return after

    try:
        after = db().webhooks.change(me.id, hook_id, change, due=True)
    except NoSuchWebhook:
        raise _missing(hook_id) from None
    queues.enqueue_webhooks(db(), me.id)
    return responses.json(_shown(after))


@operation(
    bp,
    "DELETE",
    "/v1/me/hooks/<hook_id>",
    {204: ApiResponse("The webhook is deleted.")},
    problems=_PROBLEMS,
    scope=WEBHOOK,
)
def delete_webhook(hook_id: str) -> Response:
    """Delete a webhook and its log.

    A message that is being sent may still arrive.
    """
    try:
        db().webhooks.delete(need_account().id, hook_id)
    except NoSuchWebhook:
        raise _missing(hook_id) from None
    return Response(status=204)


@operation(
    bp,
    "POST",
    "/v1/me/hooks/<hook_id>/secret",
    {200: ApiResponse("The webhook with its new secret.", shapes.WebhookSecret)},
    problems=_PROBLEMS,
    scope=WEBHOOK,
)
def rotate_webhook_secret(hook_id: str) -> Response:
    """Create a new secret for a webhook; the old one also signs for 24 hours.

    During that time each message has both signatures.
    """
    secret = signing.new()

    def change(now: Webhook) -> Webhook:
        return replace(now, secrets=signing.rotated(now.secrets, secret, now_ms()))

    try:
        after = db().webhooks.change(need_account().id, hook_id, change)
    except NoSuchWebhook:
        raise _missing(hook_id) from None
    return _with_secret(after, secret, 200)


@operation(
    bp,
    "GET",
    "/v1/me/hooks/<hook_id>/deliveries",
    {200: ApiResponse("The latest deliveries.", shapes.Deliveries)},
    problems=_PROBLEMS,
    scope=WEBHOOK,
)
def list_deliveries(hook_id: str) -> Response:
    """List the latest deliveries of a webhook, newest first.

    Each is one attempt, with its time, its duration, and the HTTP status or the error. Retries of a
    message have the same `id`.
    """
    hook = _find(need_account().id, hook_id)
    latest = db().deliveries.latest(webhook_log(hook.id))
    return responses.json({"deliveries": hooks.deliveries(latest)})


@operation(
    bp,
    "POST",
    "/v1/me/hooks/<hook_id>/test",
    {202: ApiResponse("The queued message. The log will show its delivery.", shapes.Ping)},
    problems=_PROBLEMS,
    scope=WEBHOOK,
)
def test_webhook(hook_id: str) -> Response:
    """Send a test message to a webhook.

    Its type is `ping`. It is sent once, also to a disabled webhook.
    """
    me, message = need_account(), f"ping_{tokens.new_id()}"
    try:
        db().webhooks.change(me.id, hook_id, lambda now: replace(now, ping=message), due=True)
    except NoSuchWebhook:
        raise _missing(hook_id) from None
    queues.enqueue_webhooks(db(), me.id)
    return responses.json({"id": message}, 202)


def _check(body: dict[str, Any]) -> None:
    """Check the address, without resolving its name.

    :raises Problem: 422.
    """
    if "url" in body and (fault := endpoint_fault(body["url"])):
        raise invalid([("/url", fault)])


def _find(account_id: str, hook_id: str) -> Webhook:
    try:
        return db().webhooks.get(account_id, hook_id)
    except NoSuchWebhook:
        raise _missing(hook_id) from None


def _missing(hook_id: str) -> Problem:
    return Problem("not-found", "webhook", id=hook_id)


def _with_secret(hook: Webhook, secret: str, status: int, **headers: str) -> Response:
    shown = {**_shown(hook), "secret": secret}
    return responses.json(shown, status, **headers, Cache_Control="no-store")


def _shown(hook: Webhook) -> dict[str, Any]:
    off = {"reason": hook.disabled, "at": iso(hook.disabled_at)} if hook.disabled else None
    return {
        "id": hook.id,
        "url": hook.url,
        "events": hook.events,
        "games": hook.games,
        "language": hook.language,
        "created": iso(hook.created),
        "disabled": off,
        "failures": hook.failures,
        "again": iso(hook.again) if hook.again and not off else None,
    }
