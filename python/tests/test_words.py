"""Settings have the same words as everywhere else: no keyword is missing, none is invented, all are documented."""

from __future__ import annotations

import dataclasses
import inspect
import re

import clump_anon as clump
from clump_anon import _core, _settings

#: Keys that are no keyword of a verb: the name of the method, what `write` and `page` take, and what `apply` alone reads.
ELSEWHERE = {"method", "output", "to", "force", "page", "title", "noun", "date", "report", "audit"}
ELSEWHERE |= {"population", "labels", "earlier", "k"}


def keywords(group: type) -> set[str]:
    return {_settings.key(name) for name in group.__annotations__}


def methods() -> dict[str, type[clump.Method]]:
    kinds = [kind for kind in vars(clump).values() if isinstance(kind, type) and issubclass(kind, clump.Method)]
    return {kind.name: kind for kind in kinds if kind.name}


def test_every_key_of_a_job_is_a_keyword():
    known = keywords(_settings.Anonymizing) | ELSEWHERE
    for kind in methods().values():
        known |= {_settings.key(field.name) for field in dataclasses.fields(kind)}
    missing = {name for name, _ in _core.keys()} - known
    assert missing == {"earlier-owners"}, "those of `clump apply`"


def test_no_keyword_is_invented():
    keys = {name for name, _ in _core.keys()}
    groups = [kind for kind in vars(_settings).values() if hasattr(kind, "__optional_keys__")]
    assert len(groups) == 13
    for group in groups:
        assert keywords(group) <= keys, group


def test_methods_have_the_parameters_of_the_library():
    theirs = {name: set(parameters) for name, parameters, _ in _core.methods()}
    ours = {name: {field.name for field in dataclasses.fields(kind)} for name, kind in methods().items()}
    assert set(ours) == set(theirs)
    for name, parameters in ours.items():
        assert theirs[name] == parameters, name


def test_every_verb_documents_every_parameter():
    for verb in (clump.anonymize, clump.counts, clump.verify, clump.measure, clump.inspect, clump.compare, clump.floor):
        document = inspect.getdoc(verb) or ""
        for name in inspect.signature(verb).parameters:
            assert f"{name} :" in document or f"{name}," in document or f", {name}" in document, (verb, name)
        assert not re.search(r"--[a-z]", document.replace("--json", "")), verb
