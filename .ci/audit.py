"""Audit requirements.lock for known vulnerabilities: `python .ci/audit.py`, part of `make check`.

A vulnerability that is found fails. A source of advisories that cannot be reached, or does not know
these packages (a mirror keeps files only), does not: nothing could be mended here, and a check must
run on a train. It says so in one line (docs/decisions/0016-limits-and-observation.md). Arguments it
does not know are handed on to pip-audit, such as `--vulnerability-service osv`.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# What the lock pins by hash is asked for as it stands: no pip, nothing is resolved or downloaded.
OPTIONS = ["--require-hashes", "--disable-pip", "--format", "json", "--progress-spinner", "off"]
OPTIONS += ["--timeout", "5"]


def ask(lock: Path, more: list[str]) -> list[dict]:
    """What the source says of each package of a lock. Raises OSError where it cannot be asked."""
    command = [sys.executable, "-m", "pip_audit", "--requirement", str(lock), *OPTIONS, *more]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        return json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        said = done.stderr.strip().splitlines()
        raise OSError(said[-1] if said else f"exit status {done.returncode}") from None


def first_of(lock: Path) -> str:
    """The first package of a lock, to find out by one question whether the source answers."""
    return re.split(r"(?m)^(?=[a-z0-9])", lock.read_text(encoding="utf-8"))[1]


def main() -> int:
    """Print one line, or one for each vulnerability; 1 where there are some."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lock", type=Path, default=ROOT / "requirements.lock")
    chosen, more = parser.parse_known_args()
    try:
        with tempfile.NamedTemporaryFile("w", suffix=".lock") as probe:
            probe.write(first_of(chosen.lock))
            probe.flush()
            known = not any("skip_reason" in each for each in ask(Path(probe.name), more))
        packages = ask(chosen.lock, more) if known else []
    except OSError as error:
        print(f"audit: not done, the source of advisories cannot be asked ({error})")
        return 0
    if not known:
        print("audit: not done, the source of advisories does not know our packages")
        return 0
    return report(packages)


def report(packages: list[dict]) -> int:
    """Print what is known against these packages."""
    found = [(each, vuln) for each in packages for vuln in each.get("vulns", [])]
    for each, vuln in found:
        mended = ", ".join(vuln["fix_versions"]) or "no version yet"
        print(f"audit: {each['name']} {each['version']}: {vuln['id']}; mended by {mended}")
    unknown = sum("skip_reason" in each for each in packages)
    if not found:
        more = f"; {unknown} are unknown to the source" if unknown else ""
        print(f"audit: nothing is known against {len(packages) - unknown} packages{more}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
