"""Contracts for import-linter: some modules stand on the standard library alone, some never name some things."""

from __future__ import annotations

import ast
import sys
from importlib.util import find_spec
from pathlib import Path

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class StandardLibraryOnly(Contract):
    """``modules`` and all below them import nothing but the standard library and what is in ``may_import``."""

    modules = fields.ListField(subfield=fields.StringField())
    may_import = fields.ListField(subfield=fields.StringField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        found = [
            (importer, imported)
            for importer in sorted(graph.modules)
            if _is_below(importer, self.modules)
            for imported in sorted(graph.find_modules_directly_imported_by(importer))
            if imported.partition(".")[0] not in sys.stdlib_module_names and not _is_below(imported, self.may_import)
        ]
        return ContractCheck(kept=not found, metadata={"found": found})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for importer, imported in check.metadata["found"]:
            output.print_error(f"{importer} imports {imported}, which is not in the standard library.", bold=False)


class NamesNeverUsed(Contract):
    """``modules`` and all below them use none of ``names``, whatever package hands them on."""

    modules = fields.ListField(subfield=fields.StringField())
    names = fields.ListField(subfield=fields.StringField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        forbidden = {str(name) for name in self.names}  # type: ignore[attr-defined]
        found = [
            (module, name)
            for module in sorted(graph.modules)
            if _is_below(module, self.modules)
            for name in sorted(forbidden & names_in(_source_of(module)))
        ]
        return ContractCheck(kept=not found, metadata={"found": found})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for module, name in check.metadata["found"]:
            output.print_error(f"{module} names {name}: take a view of the table instead.", bold=False)


def names_in(source: str) -> set[str]:
    """Return every name that *source* uses: imported, by itself, or of something else."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.alias(name=name) | ast.Name(id=name) | ast.Attribute(attr=name):
                names.add(name)
    return names


def _source_of(module: str) -> str:
    found = find_spec(module)
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).read_text(encoding="utf-8")


def _is_below(module: str, packages: object) -> bool:
    assert isinstance(packages, list)
    return any(module == package or module.startswith(f"{package}.") for package in packages)
