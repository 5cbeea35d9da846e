"""Run the example notebook and keep what it shows: ``python -m tests.renew_notebook``. A minute."""

from __future__ import annotations

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import nbclient
import nbformat

ROOT = Path(__file__).resolve().parents[1]
EXAMPLE = ROOT / "reports" / "example.ipynb"


def main() -> None:
    """Run every cell in a folder that is thrown away, and write the notebook with its outputs."""
    os.environ["PYTHONPATH"] = str(ROOT)
    notebook = nbformat.read(EXAMPLE, as_version=4)
    with TemporaryDirectory() as folder:
        resources = {"metadata": {"path": folder}}
        nbclient.NotebookClient(
            notebook, timeout=900, kernel_name="python3", resources=resources
        ).execute()
    for cell in notebook.cells:
        cell.metadata.pop("execution", None)  # hours and minutes
    nbformat.write(notebook, EXAMPLE)


if __name__ == "__main__":
    main()
