"""A remote bot in one function: it is asked for each turn over HTTP and answers with steps.

A game with a hook seat, `{"hook": "https://…"}`, posts every question of that seat to the address,
signed as Standard Webhooks are. All a bot must do is pick an option; `answer` below could be a
serverless function as it stands. This one is random and knows no title.

    HOOK_SECRET=whsec_… python examples/hook_bot.py 8080

The secret is in `tokens.hooks` of the answer that created the game. To try it on one machine, start
the service with HOOKS_ALLOW_LOCAL=1 and name the hook http://127.0.0.1:8080/.
"""

import json
import os
import random
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from standardwebhooks import Webhook, WebhookVerificationError


def answer(asked: dict[str, Any]) -> dict[str, Any]:
    """The next step of a turn; as long as the turn is not complete, one is asked once more.

    `asked` is the game as this seat sees it, with `choices`, and `after`: the steps it has given.
    """
    option = random.choice(asked["choices"]["options"])
    return {"steps": [option["step"]]}


class Handler(BaseHTTPRequestHandler):
    """Takes requests whose signature is right; whoever has no secret cannot make us play."""

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
