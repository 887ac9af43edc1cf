"""A contract for import-linter: some modules stand on the standard library alone."""

from __future__ import annotations

import sys

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


def _is_below(module: str, packages: object) -> bool:
    assert isinstance(packages, list)
    return any(module == package or module.startswith(f"{package}.") for package in packages)
