"""Outgoing requests: where they may go, how they are signed, and what cannot hold them up."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from threading import Event, Thread

import pytest
from standardwebhooks import Webhook

from hooks.outgoing import (
    BAD_ADDRESS,
    CONNECTION,
    TIMEOUT,
    TLS,
    TOO_LARGE,
    UNKNOWN_HOST,
    Sender,
)
from service.edge.endpoints import BadEndpoint, is_allowed, parse
from tests.hooks.receivers import Reply, Request, receiving, talking

SECRET, OTHER = "whsec_" + "c2VjcmV0" * 4, "whsec_" + "b3RoZXIh" * 4
TLS_FILES = Path(__file__).parent / "tls"

BAD_URLS = [
    "",
    "bot.example",
    "http://bot.example/",
    "ftp://bot.example/",
    "https://",
    "https:///path",
    "https://user@bot.example/",
    "https://user:password@bot.example/",
    "https://bot.example/#part",
    "https://bot.example:22/",
    "https://bot.example:0/",
    "https://bot.example:70000/",
    "https://bot.example/a b",
    "https://bot.example/\n",
    "https://bot.example\\@127.0.0.1/",
    "https://ボット.example/",
    "https://bot.example/" + "x" * 1000,
    "https://127.0.0.1/",
    "https://[::1]/",
    "https://10.1.2.3/",
    "https://169.254.169.254/latest/meta-data/",
    "https://[::ffff:127.0.0.1]/",
    "file:///etc/passwd",
    "gopher://bot.example/",
]


@pytest.mark.parametrize("url", BAD_URLS)
def test_what_is_no_address_to_call_is_refused_before_its_name_is_looked_up(url: str) -> None:
    with pytest.raises(BadEndpoint, match="should"):
        parse(url)

    def resolve(host: str, port: int) -> list[str]:
        raise AssertionError(host)

    reply = Sender(resolve=resolve).post(url, b"{}", "m", [SECRET])
    assert (reply.status, reply.error) == (0, BAD_ADDRESS)


@pytest.mark.parametrize(
    ("url", "authority"),
    [
        ("https://bot.example/turn?x=1", "bot.example"),
        ("https://bot.example:8443/", "bot.example:8443"),
        ("https://[2606:4700::1111]/", "[2606:4700::1111]"),
        ("https://93.184.215.14:443/", "93.184.215.14"),
    ],
)
def test_an_address_to_call_is_taken_apart(url: str, authority: str) -> None:
    assert parse(url).authority == authority


PRIVATE = ["127.0.0.1", "127.9.9.9", "10.0.0.1", "172.16.0.1", "192.168.1.1", "::1", "fd00::1"]
NEVER = [
    "0.0.0.0",
    "::",
    "169.254.169.254",
    "fe80::1",
    "fe80::1%eth0",
    "224.0.0.1",
    "ff02::1",
]
SHARED = [
    "100.64.0.1",
    "100.100.100.200",
    "192.0.0.192",
    "192.0.2.1",
    "192.88.99.1",
    "198.18.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "168.63.129.16",
    "192.31.196.1",
    "192.175.48.6",
    "2620:4f:8000::1",
    "2001:4:112::1",
    "3fff::1",
    "3fff:fff:ffff::1",
    "fd00:ec2::254",
    "fec0::1",
    "::ffff:127.0.0.1",
    "::ffff:8.8.8.8",
    "::127.0.0.1",
    "64:ff9b::7f00:1",
    "2001:0:7f00:1::",
    "2002:7f00:1::",
    "2001:db8::1",
]


def answered(addresses: list[str], host: str, port: int) -> list[str]:
    """Resolve any name to the same addresses."""
    return addresses


@pytest.mark.parametrize("address", [*PRIVATE, *NEVER, *SHARED])
def test_a_name_that_resolves_to_what_is_not_public_is_not_called(address: str) -> None:
    """Also when only one of its addresses is not public, and the last one at that."""
    assert not is_allowed(address)
    for found in ([address], ["93.184.215.14", address]):
        sender = Sender(resolve=partial(answered, found))
        assert sender.post("https://bot.example/", b"{}", "m", [SECRET]).error == BAD_ADDRESS


@pytest.mark.parametrize("address", ["93.184.215.14", "8.8.8.8", "2606:4700::1111"])
def test_a_public_address_is_called(address: str) -> None:
    assert is_allowed(address)


@pytest.mark.parametrize("address", PRIVATE)
def test_development_may_call_its_neighbours(address: str) -> None:
    assert is_allowed(address, local=True)


@pytest.mark.parametrize("address", NEVER)
def test_development_does_not_call_what_is_nobody_either(address: str) -> None:
    assert not is_allowed(address, local=True)


@pytest.mark.parametrize("name", ["localhost", "2130706433", "127.1", "0x7f000001", "localhost."])
def test_names_of_this_machine_in_disguise_are_not_called(name: str) -> None:
    reply = Sender().post(f"https://{name}:8443/", b"{}", "m", [SECRET])
    assert reply.error in (BAD_ADDRESS, UNKNOWN_HOST)


def test_a_name_is_looked_up_once_and_the_address_looked_at_is_the_one_called() -> None:
    """DNS rebinding: the second answer would be another address."""
    asked: list[str] = []
    got: list[Request] = []

    def resolve(host: str, port: int) -> list[str]:
        asked.append(host)
        return ["127.0.0.1"] if len(asked) == 1 else ["192.0.2.1"]

    def handle(request: Request) -> Reply:
        got.append(request)
        return Reply(200, b"{}")

    with receiving(handle) as url:
        port = url.rpartition(":")[2]
        reply = Sender(local=True, resolve=resolve).post(
            f"http://bot.example:{port}/turn?x=1", b"{}", "m", [SECRET]
        )
    assert (reply.status, reply.body, reply.error) == (200, b"{}", "")
    assert asked == ["bot.example"]
    assert got[0].path == "/turn?x=1"
    assert got[0].headers["Host"] == f"bot.example:{port}"


def test_the_receiver_can_verify_each_signature() -> None:
    got: list[Request] = []

    def handle(request: Request) -> Reply:
        got.append(request)
        return Reply(204)

    with receiving(handle) as url:
        body = '{"name": "太陽"}'.encode()
        assert Sender(local=True).post(url, body, "msg_1", [SECRET, OTHER]).status == 204
    for secret in (SECRET, OTHER):
        told = Webhook(secret).verify(got[0].body, got[0].headers)
        assert told == {"name": "太陽"}
    assert got[0].headers["webhook-id"] == "msg_1"
    assert got[0].headers["Content-Type"] == "application/json"


def test_a_redirect_is_not_followed() -> None:
    got: list[str] = []

    def handle(request: Request) -> Reply:
        got.append(request.path)
        return Reply(307, b"", (("Location", "/elsewhere"),))

    with receiving(handle) as url:
        assert Sender(local=True).post(url + "/here", b"{}", "m", [SECRET]).status == 307
    assert got == ["/here"]


def test_a_proxy_of_the_environment_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    with receiving(lambda _: Reply(204)) as url:
        assert Sender(local=True).post(url, b"{}", "m", [SECRET]).status == 204


def test_http_is_for_development_only() -> None:
    with receiving(lambda _: Reply(204)) as url:
        assert Sender().post(url, b"{}", "m", [SECRET]).error == BAD_ADDRESS


def drip(data: bytes) -> Iterator[bytes]:
    """Yield a byte at a time, for ever."""
    yield from (data[i : i + 1] for i in range(len(data)))
    while True:
        yield b"x"


HEAD = b"HTTP/1.1 200 OK\r\nX-Slow: "
BODY = b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"
ENDLESS = b"HTTP/1.1 200 OK\r\n\r\n"


@pytest.mark.parametrize("begin", [b"", HEAD, BODY, ENDLESS])
def test_a_slow_drip_is_cut_off(begin: bytes) -> None:
    """Each byte comes in time; all of them together do not."""
    over = Event()

    def talk(client: socket.socket) -> None:
        for byte in drip(begin):
            client.sendall(byte)
            if over.wait(0.002):
                return

    with talking(talk) as port:
        reply = Sender(local=True, seconds=0.4).post(
            f"http://127.0.0.1:{port}/", b"{}", "m", [SECRET]
        )
        over.set()
    assert reply.error == TIMEOUT


def test_a_host_has_its_whole_time_to_answer() -> None:
    """The time to connect is shorter, and ends with the connection."""

    def talk(client: socket.socket) -> None:
        Event().wait(0.3)
        client.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{")
        Event().wait(0.3)
        client.sendall(b"}")

    with talking(talk) as port:
        sender = Sender(local=True, connect=0.1)
        reply = sender.post(f"http://127.0.0.1:{port}/", b"{}", "m", [SECRET])
    assert (reply.status, reply.body, reply.error) == (200, b"{}", "")


def test_a_slow_drip_of_a_handshake_is_cut_off() -> None:
    over, cut = Event(), Event()

    def talk(client: socket.socket) -> None:
        for byte in drip(b"\x16\x03\x03\x40\x00"):  # a record of TLS, of 16 KiB
            client.sendall(byte)
            if over.wait(0.02):
                return

    def listen(port: int) -> None:
        sender = Sender(local=True, seconds=0.4)
        assert sender.post(f"https://127.0.0.1:{port}/", b"", "m", [SECRET]).error == TIMEOUT
        cut.set()

    with talking(talk) as port:
        Thread(target=listen, args=[port], daemon=True).start()
        assert cut.wait(5)
        over.set()


def test_silence_is_cut_off() -> None:
    over = Event()

    def talk(client: socket.socket) -> None:
        over.wait(5)

    with talking(talk) as port:
        reply = Sender(local=True, seconds=0.2).post(
            f"http://127.0.0.1:{port}/", b"{}", "m", [SECRET]
        )
        over.set()
    assert reply.error == TIMEOUT


def test_a_resolver_that_does_not_answer_is_not_waited_for() -> None:
    over = Event()

    def resolve(host: str, port: int) -> list[str]:
        over.wait(5)
        return ["127.0.0.1"]

    reply = Sender(resolve=resolve, seconds=0.1).post("https://bot.example/", b"", "m", [SECRET])
    over.set()
    assert reply.error == TIMEOUT


@pytest.mark.parametrize("status", [200, 500])
def test_an_answer_that_is_too_large_is_not_read_to_its_end(status: int) -> None:
    with receiving(lambda _: Reply(status, b"x" * (64 * 1024))) as url:
        assert Sender(local=True).post(url, b"{}", "m", [SECRET]).status == status
    with receiving(lambda _: Reply(status, b"x" * (64 * 1024 + 1))) as url:
        assert Sender(local=True).post(url, b"{}", "m", [SECRET]).error == TOO_LARGE


def test_an_endless_answer_is_not_read_to_its_end() -> None:
    def talk(client: socket.socket) -> None:
        client.sendall(ENDLESS)
        while True:
            client.sendall(b"x" * 65536)

    with talking(talk) as port:
        reply = Sender(local=True).post(f"http://127.0.0.1:{port}/", b"{}", "m", [SECRET])
    assert reply.error == TOO_LARGE


@pytest.mark.parametrize("said", [b"", b"SSH-2.0-OpenSSH\r\n", b"HTTP/1.1 2"])
def test_what_is_no_http_is_no_answer(said: bytes) -> None:
    with talking(lambda client: client.sendall(said)) as port:
        reply = Sender(local=True).post(f"http://127.0.0.1:{port}/", b"{}", "m", [SECRET])
    assert (reply.status, reply.error) == (0, CONNECTION)


def test_nobody_there() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    reply = Sender(local=True).post(f"http://127.0.0.1:{port}/", b"{}", "m", [SECRET])
    assert reply.error == CONNECTION


def test_a_name_without_an_address() -> None:
    def resolve(host: str, port: int) -> list[str]:
        raise socket.gaierror(host)

    reply = Sender(resolve=resolve).post("https://bot.example/", b"{}", "m", [SECRET])
    assert reply.error == UNKNOWN_HOST


@pytest.mark.parametrize(
    ("name", "trusted", "error"),
    [("bot.example", True, ""), ("other.example", True, TLS), ("bot.example", False, TLS)],
)
def test_the_certificate_must_be_trusted_and_of_the_name(
    name: str, trusted: bool, error: str
) -> None:
    """The address is pinned; the certificate is checked against the name in the URL."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(TLS_FILES / "cert.pem", TLS_FILES / "key.pem")
    named: list[str | None] = []
    context.sni_callback = lambda _socket, name, _context: named.append(name)

    def talk(client: socket.socket) -> None:
        with context.wrap_socket(client, server_side=True) as safe:
            heard = more = safe.recv(65536)
            while more and not heard.endswith(b"{}"):  # to close before would cut the answer off
                heard += (more := safe.recv(65536))
            safe.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}")

    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            client, _ = server.accept()
            try:
                talk(client)
            except OSError:
                client.close()

        thread = Thread(target=serve, daemon=True)
        thread.start()
        port = server.getsockname()[1]
        sender = Sender(
            local=True,
            resolve=lambda host, port: ["127.0.0.1"],
            ca_certs=str(TLS_FILES / "cert.pem") if trusted else None,
        )
        reply = sender.post(f"https://{name}:{port}/", b"{}", "m", [SECRET])
        thread.join(timeout=5)
    assert (reply.error, reply.status) == (error, 0 if error else 200)
    assert named == [name]
