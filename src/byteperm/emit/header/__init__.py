"""The C++17 header ``byteperm.h``: the contracts, selectors from names and a byte dump, for CUDA, HIP and the host.

The header is one file of the package, made to be copied into other projects; only its version is filled in here.
"""

from __future__ import annotations

import re
from importlib.resources import files

from byteperm.version import __version__


def header_text() -> str:
    """Return the header, ready to be written to ``byteperm.h``.

    >>> print(header_text().splitlines()[0])
    // SPDX-License-Identifier: Apache-2.0
    >>> f'#define BYTEPERM_VERSION "{__version__}"' in header_text()
    True
    """
    text = files("byteperm.emit.header").joinpath("byteperm.h").read_text(encoding="utf-8")
    return text.replace("@VERSION@", __version__).replace("@NUMBER@", str(version_number(__version__)))


def version_number(version: str) -> int:
    """Return a version as one number that the preprocessor can compare.

    Args:
        version: three numbers with points between them; what follows the third is left out.

    Raises:
        ValueError: the version does not begin with three numbers, or the second or third is above 99.

    >>> version_number("1.2.3.dev4")
    10203
    """
    match = re.match(r"(\d+)\.(\d{1,2})\.(\d{1,2})(?!\d)", version)
    if match is None:
        raise ValueError(f"a version has three numbers, the second and third below 100: found {version!r}")
    major, minor, patch = map(int, match.groups())
    return 10000 * major + 100 * minor + patch
