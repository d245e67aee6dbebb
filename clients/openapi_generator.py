"""Clients made by openapi-generator: Kotlin, Swift, Dart, Java, TypeScript and Python.

The generator validates the specification. Its warnings are errors, except the known ones below.
"""

from __future__ import annotations

import re
import shutil
from importlib.resources import files
from pathlib import Path

from clients.tools import GENERATED, HERE, SPECIFICATION, CannotMake, Missing, emptied, run

_GROWING = "enumUnknownDefaultCase=true"
"""The setting that reads values of enums that are newer than the client."""

OPTIONS: dict[str, tuple[str, ...]] = {
    "dart-dio": (f"--additional-properties={_GROWING}",),
    # Java reads a union such as View by its discriminator only with the last property.
    "java": (
        "--library=native",
        f"--additional-properties=openApiNullable=false,{_GROWING}",
        "--additional-properties=useOneOfDiscriminatorLookup=true",
    ),
    # The default library for JSON has no class for a union such as View, and the chosen one no
    # serializer for a value of any type, except as an element of JSON.
    "kotlin": (
        f"--additional-properties=serializationLibrary=kotlinx_serialization,{_GROWING}",
        "--additional-properties=generateOneOfAnyOfWrappers=true",
        "--type-mappings=AnyType=JsonElement",
        "--import-mappings=JsonElement=kotlinx.serialization.json.JsonElement",
    ),
    "python": ("--additional-properties=packageName=chasqui_openapi",),
    "swift6": (f"--additional-properties={_GROWING}",),
    "typescript-fetch": (f"--additional-properties={_GROWING}",),
}
"""The languages, with the options of their generators; the guide lists the same."""

QUICK = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC")
"""The settings of a Java runtime for short programs: half of the processor time."""

KNOWN: dict[str, str] = {
    "OpenAPI 3.1 support is still in beta": "said of every specification of this version",
    "Ignoring complex example on request body": "the README of the client lacks one example",
    "Failed to get the schema name: null": "said of each value of any type",
    "Default to typing.Any": "a value of any type is one in Python too",
    "cannot be used as": "a word or type of the language gets another name in the client",
}
"""Warnings that remain, each with its reason."""

_ANNOTATION = "package javax.annotation; public @interface Generated { String[] value(); "
_ANNOTATION += 'String date() default ""; String comments() default ""; }\n'
"""The annotation that the Java client takes from a package; nothing else of it is needed."""


def jar() -> Path:
    """Return the generator. It contains the JSON library of the Java client too."""
    return Path(str(files("openapi_generator_cli").joinpath("openapi-generator.jar")))


def generate(language: str, specification: Path = SPECIFICATION) -> Path:
    """Generate the client of a language, and return its folder.

    :raises Missing: there is no Java runtime.
    :raises CannotMake: the generator failed, or said something that is not known.
    """
    if shutil.which("java") is None:
        raise Missing("needs a Java runtime, such as Debian's default-jre-headless")
    target = emptied(GENERATED / language)
    command = ("java", *QUICK, "-jar", jar(), "generate", "-g", language, "-i", specification)
    said = run(*command, "-o", target, *OPTIONS[language])
    if found := unknown(said):
        raise CannotMake(f"{language}: the generator warned:\n" + "\n".join(found))
    return target


def unknown(said: str) -> list[str]:
    """Return the warnings and errors that are not known."""
    return [
        line
        for line in said.splitlines()
        if re.search(r"\b(WARN|ERROR)\b", line) and not any(each in line for each in KNOWN)
    ]


def compile_java(client: Path) -> Path:
    """Compile the Java client and the program that plays with it; return the class path.

    :raises Missing: there is no Java compiler.
    :raises CannotMake: the compiler refused the client.
    """
    if shutil.which("javac") is None:
        raise Missing("needs a Java compiler, such as Debian's default-jdk-headless")
    classes = emptied(GENERATED / "java-classes")
    annotation = classes / "Generated.java"
    annotation.write_text(_ANNOTATION, encoding="utf-8")
    sources = [*(client / "src" / "main").rglob("*.java"), HERE / "play" / "Play.java", annotation]
    listed = classes / "sources"
    listed.write_text("\n".join(map(str, sources)), encoding="utf-8")
    run(
        "javac",
        *(f"-J{each}" for each in QUICK),
        "-nowarn",
        "-proc:none",
        "-cp",
        jar(),
        "-d",
        classes,
        f"@{listed}",
    )
    return Path(f"{classes}:{jar()}")
