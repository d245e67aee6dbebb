"""Settings: what the environment may say, and what is answered when it says something else."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from service.processes.settings import Settings, SettingsError


def test_an_empty_environment_runs_on_a_laptop() -> None:
    settings = Settings.from_environ({})
    assert (settings.host, settings.port, settings.stream_port) == ("127.0.0.1", 8000, 8001)
    assert settings.redis_url is None
    assert settings.data_dir == Path("data").absolute()
    assert settings.appendfsync == "always"


def test_an_empty_variable_is_an_absent_one() -> None:
    assert Settings.from_environ({"PORT": "", "REDIS_URL": " "}) == Settings.from_environ({})


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("HOST", "::", "::"),
        ("PORT", "9000", 9000),
        ("WEB_WORKERS", "4", 4),
        ("REDIS_URL", "rediss://u:p@db.example.org:6380/2", "rediss://u:p@db.example.org:6380/2"),
        ("REDIS_URL", "unix:///run/redis.sock", "unix:///run/redis.sock"),
        ("STREAM_URL", "https://live.example.org/", "https://live.example.org"),
        ("PUBLIC_URL", "https://games.example.org/", "https://games.example.org"),
        ("DATA_DIR", "/srv/chasqui", Path("/srv/chasqui")),
        ("APPENDFSYNC", "everysec", "everysec"),
        ("LOG_LEVEL", "DEBUG", "debug"),
        ("LOG_FORMAT", "json", "json"),
        ("LOG_REQUESTS", "Failed", "failed"),
        ("RATE_LIMITS", "off", "off"),
        ("READS_PER_MINUTE", "12", 12),
        ("STREAMS", "100", 100),
        ("STREAMS_PER_ADDRESS", "10", 10),
        ("ANONYMOUS_STREAMS_PERCENT", "0", 0),
        ("TERMS_URL", "https://example.org/terms?lang=en", "https://example.org/terms?lang=en"),
        ("SECURITY_CONTACT", "mailto:security@example.org", "mailto:security@example.org"),
        ("SECURITY_EXPIRES", "2027-06-30T00:00:00Z", "2027-06-30T00:00:00Z"),
        ("TRUSTED_PROXIES", "1", 1),
        ("METRICS_TOKEN", "0123456789abcdef", "0123456789abcdef"),
        ("METRICS_PUBLIC", "1", True),
        ("HSTS_SECONDS", "31536000", 31536000),
        ("HOOK_WORKERS", "3", 3),
        ("HOOK_SECONDS", "20", 20),
        ("HOOK_PLACES", "100", 100),
        ("HOOKS_ALLOW_LOCAL", "1", True),
        ("HOOKS_ALLOW_LOCAL", "0", False),
    ],
)
def test_a_variable_sets_the_field_of_its_name(name: str, text: str, value: object) -> None:
    assert getattr(Settings.from_environ({name: text}), name.lower()) == value


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("HOST", "http://127.0.0.1"),
        ("PORT", "0"),
        ("PORT", "65536"),
        ("PORT", "8000.0"),
        ("PORT", "-1"),
        ("PORT", "٨٠٠٠"),
        ("PORT", "9" * 5000),
        ("STREAM_PORT", "x"),
        ("WEB_WORKERS", "0"),
        ("WORKERS", "many"),
        ("HOOK_WORKERS", "0"),
        ("HOOK_SECONDS", "61"),
        ("HOOK_PLACES", "1"),
        ("HOOK_PLACES_PER_ADDRESS", "0"),
        ("HOOK_PLACES_PER_CREATOR", "all"),
        ("HOOKS_ALLOW_LOCAL", "yes"),
        ("REDIS_URL", "localhost:6379"),
        ("REDIS_URL", "redis://"),
        ("REDIS_URL", "redis://host:port"),
        ("REDIS_URL", "redis://[::1"),
        ("REDIS_URL", "redis://host/first"),
        ("REDIS_URL", "unix://"),
        ("STREAM_URL", "live.example.org"),
        ("STREAM_URL", "https://live.example.org/?a=b"),
        ("DATA_DIR", __file__),
        ("APPENDFSYNC", "yes"),
        ("LOG_LEVEL", "loud"),
        ("LOG_FORMAT", "xml"),
        ("LOG_REQUESTS", "some"),
        ("RATE_LIMITS", "0"),
        ("TURNS_PER_MINUTE", "0"),
        ("STREAMS", "0"),
        ("STREAMS_PER_ADDRESS", "0"),
        ("ANONYMOUS_STREAMS_PERCENT", "101"),
        ("WRITES_PER_MINUTE", "1000001"),
        ("TRUSTED_PROXIES", "all"),
        ("PUBLIC_URL", "games.example.org"),
        ("TERMS_URL", "/terms"),
        ("SECURITY_CONTACT", "security@example.org"),
        ("SECURITY_EXPIRES", "2027-02-30T00:00:00Z"),
        ("SECURITY_EXPIRES", "2027-06-30"),
        ("METRICS_PUBLIC", "yes"),
        ("HSTS_SECONDS", "-1"),
    ],
)
def test_a_wrong_variable_is_named_with_what_would_be_right(name: str, text: str) -> None:
    right = next(f.metadata["right"] for f in fields(Settings) if f.name == name.lower())
    with pytest.raises(SettingsError) as caught:
        Settings.from_environ({name: text})
    assert str(caught.value) == f"{name} is {text!r}; it should be {right}"


def test_a_password_is_not_repeated() -> None:
    with pytest.raises(SettingsError) as caught:
        Settings.from_environ({"REDIS_URL": "http://user:secret@host"})
    assert "secret" not in str(caught.value)
    assert "http://***@host" in str(caught.value)


def test_a_token_is_not_repeated_either() -> None:
    with pytest.raises(SettingsError) as caught:
        Settings.from_environ({"METRICS_TOKEN": "too-short"})
    assert "too-short" not in str(caught.value)


def test_another_process_reads_the_same_settings() -> None:
    settings = Settings.from_environ({"PORT": "9000", "REDIS_URL": "redis://host", "WORKERS": "3"})
    assert Settings.from_environ(settings.environ()) == settings


def test_the_page_for_operators_lists_every_variable() -> None:
    page = Path(__file__).resolve().parents[2] / "docs" / "operators.md"
    lines = page.read_text(encoding="utf-8").splitlines()
    table = [line.split("|")[1] for line in lines if line.startswith("| `")]
    listed = {name for cell in table for name in re.findall("`([A-Z_]+)`", cell)}
    assert listed == {item.name.upper() for item in fields(Settings)}
