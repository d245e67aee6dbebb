"""Endpoints: addresses from strangers, and the check of these addresses.

Such an address must not reach this machine, its neighbours or the services of its cloud. So the
resolved IP address is checked, not the name.
"""

from __future__ import annotations

import re
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import NamedTuple

from urllib3.exceptions import LocationParseError
from urllib3.util import parse_url

LONGEST = 1000
PORTS = {"https": 443, "http": 80}
_VISIBLE = re.compile(r"[\x21-\x5b\x5d-\x7e]+", re.ASCII)  # some programs read a backslash as /

# Forbidden although some version of Python calls them global: operators' own networks, addresses
# that embed an IPv4 address, servers for private names (AS112), and examples of documents.
_NEVER = (
    IPv4Network("192.0.0.0/24"),
    IPv4Network("192.31.196.0/24"),
    IPv4Network("192.175.48.0/24"),
    IPv4Network("192.88.99.0/24"),
    IPv4Network("168.63.129.16/32"),
    IPv6Network("::ffff:0:0/96"),
    IPv6Network("::/96"),
    IPv6Network("64:ff9b::/96"),
    IPv6Network("64:ff9b:1::/48"),
    IPv6Network("2001::/32"),
    IPv6Network("2001:4:112::/48"),
    IPv6Network("2002::/16"),
    IPv6Network("2620:4f:8000::/48"),
    IPv6Network("3fff::/20"),
)


class BadEndpoint(ValueError):
    """An address that must not be called; the message describes a valid one."""


class Endpoint(NamedTuple):
    """A checked address: ``target`` is path and query, ``host`` a name or an IP address."""

    scheme: str
    host: str
    port: int
    target: str

    @property
    def authority(self) -> str:
        """Return the value of the header Host."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"


@lru_cache(4096)
def network_of(address: str) -> str:
    """Return what counts as one address: of IPv6 the network of 64 bits that one host may have.

    A proxy may send a word instead.
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((int(found), 64), strict=False))


def parse(url: str, local: bool = False) -> Endpoint:
    """Return the parts of an address; ``local`` allows addresses for development.

    :raises BadEndpoint: the address must not be called.
    """
    if not 0 < len(url) <= LONGEST or not _VISIBLE.fullmatch(url):
        raise BadEndpoint(f"should be an address of at most {LONGEST} visible ASCII characters")
    try:
        parts = parse_url(url)
    except LocationParseError:
        raise BadEndpoint("should be an address such as https://bot.example.org/turn") from None
    if parts.scheme != "https" and not (local and parts.scheme == "http"):
        raise BadEndpoint("should start with https:// (http only where the operator allows it)")
    if not parts.host:
        raise BadEndpoint("should name a host, such as https://bot.example.org/turn")
    if parts.auth is not None or parts.fragment is not None:
        raise BadEndpoint("should have no user, no password and no fragment")
    usual = PORTS[parts.scheme]
    port = usual if parts.port is None else parts.port
    if port not in (usual, 443) and not 1024 <= port <= 65535:
        raise BadEndpoint("should have the port 443, or one from 1024 to 65535")
    host = parts.host.strip("[]")
    if _is_address(host) and not is_allowed(host, local):
        raise BadEndpoint("should not be a private, local or reserved address")
    return Endpoint(parts.scheme, host, port, parts.request_uri)


def is_allowed(address: str, local: bool = False) -> bool:
    """Return whether this address may be called: a public one, or with ``local`` a private one."""
    found = ip_address(address)
    if isinstance(found, IPv6Address) and found.scope_id is not None:
        return False
    if found.is_multicast or found.is_unspecified or found.is_link_local:
        return False
    if local and (found.is_loopback or found.is_private):
        return True
    if found.is_loopback or found.is_private or found.is_reserved or not found.is_global:
        return False
    if isinstance(found, IPv6Address) and found.is_site_local:
        return False
    return not any(found in network for network in _NEVER if network.version == found.version)


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
