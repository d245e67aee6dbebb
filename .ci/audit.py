"""Audit requirements-dev.lock for vulnerabilities: `python .ci/audit.py`, part of `make check`.

A known vulnerability fails the audit. An unreachable source of advisories does not, nor does one
that lacks these packages: the check must work offline. The audit then prints one line that says so
(docs/decisions/0016-limits-and-observation.md). Unknown arguments go to pip-audit, such as
`--vulnerability-service osv`.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# The lock pins versions by hash, so pip-audit needs no pip, and resolves and downloads nothing.
OPTIONS = ["--require-hashes", "--disable-pip", "--format", "json", "--progress-spinner", "off"]
OPTIONS += ["--timeout", "5"]


def ask(lock: Path, more: list[str]) -> list[dict]:
    """Return the advisories of a lock by package. Raise OSError if the source is unreachable."""
    command = [sys.executable, "-m", "pip_audit", "--requirement", str(lock), *OPTIONS, *more]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        return json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        said = done.stderr.strip().splitlines()
        raise OSError(said[-1] if said else f"exit status {done.returncode}") from None


def first_of(lock: Path) -> str:
    """Return the first package of a lock. One request for it shows whether the source answers."""
    return re.split(r"(?m)^(?=[a-z0-9])", lock.read_text(encoding="utf-8"))[1]


def main() -> int:
    """Print one line, or one for each vulnerability; return 1 if there are some."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--lock", type=Path, default=ROOT / "requirements-dev.lock")
    chosen, more = parser.parse_known_args()
    try:
        with tempfile.NamedTemporaryFile("w", suffix=".lock") as probe:
            probe.write(first_of(chosen.lock))
            probe.flush()
            known = not any("skip_reason" in each for each in ask(Path(probe.name), more))
        packages = ask(chosen.lock, more) if known else []
    except OSError as error:
        print(f"audit: not done, the source of advisories is unreachable ({error})")
        return 0
    if not known:
        print("audit: not done, the source of advisories lacks our packages")
        return 0
    return report(packages)


def report(packages: list[dict]) -> int:
    """Print the known vulnerabilities of these packages; return 1 if there are some."""
    found = [(each, vuln) for each in packages for vuln in each.get("vulns", [])]
    for each, vuln in found:
        fixed = ", ".join(vuln["fix_versions"]) or "no version yet"
        print(f"audit: {each['name']} {each['version']}: {vuln['id']}; fixed by {fixed}")
    unknown = sum("skip_reason" in each for each in packages)
    if not found:
        more = f"; the source lacks {unknown}" if unknown else ""
        print(f"audit: no known vulnerability in {len(packages) - unknown} packages{more}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
