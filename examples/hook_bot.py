"""A remote bot in one function: it receives each question over HTTP and answers with steps.

A game with a seat `{"holder": "hook", "url": "https://…"}` posts every question of that seat to the
address, signed as in Standard Webhooks. The bot only picks an option. `answer` below could be a
serverless function. This bot is random and knows no title.

    HOOK_SECRET=whsec_… python examples/hook_bot.py 8080

The secret is in `tokens.hooks` of the answer that created the game. To try the bot on one machine,
start the service with HOOKS_ALLOW_LOCAL=1 and use the url http://127.0.0.1:8080/.
"""

import json
import os
import random
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from standardwebhooks import Webhook, WebhookVerificationError


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    """Return the next step of a turn. Until the turn is complete, the service asks again.

    `asked` is the game as this seat sees it, with `choices` and the steps so far in `after`.
    """
    option = random.choice(asked["choices"]["options"])
    return {"steps": [option["step"]]}


class Handler(BaseHTTPRequestHandler):
    """The server: it rejects requests without a valid signature."""

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        try:
            event = Webhook(os.environ["HOOK_SECRET"]).verify(body, dict(self.headers.items()))
        except WebhookVerificationError:
            self.reply(401, {"error": "wrong signature"})
        else:
            self.reply(200, answer(event["data"]))

    def reply(self, status: int, said: dict[str, Any]) -> None:
        body = json.dumps(said).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler)
    print(f"http://127.0.0.1:{server.server_port}/", flush=True)
    server.serve_forever()
