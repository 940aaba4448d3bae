"""Whose certificates are trusted: the operating system's, and those in a file that the operator names."""

from __future__ import annotations

import logging
import ssl
from pathlib import Path

_log = logging.getLogger("pro_context.fetch")


def tls_context(ca_file: Path | None) -> ssl.SSLContext:
    """Return what proves that a host is the one that was asked.

    A file that cannot be read is left out with one warning. The variables by which other programs are told
    (SSL_CERT_FILE and the like) do not count: like proxies, they are the environment's word and not the operator's.

    Args:
        ca_file: certificates in PEM form, trusted besides the operating system's.
    """
    import httpx2  # noqa: PLC0415 - costs 250 ms; a process that fetches nothing does not pay it

    context = httpx2.create_ssl_context(trust_env=False)
    if ca_file is not None:
        try:
            context.load_verify_locations(ca_file)
        except OSError as error:  # what is wrong with a certificate is one too
            _log.warning("%s has no certificates that can be read (%s); they are left out", ca_file, error.strerror)
    return context


def lacking(context: ssl.SSLContext, ca_file: Path) -> int | None:
    """Return how many certificates of a file a context does not trust, None where that cannot be told.

    Args:
        context: of `tls_context`; those of macOS and Windows do not list what they trust.
        ca_file: certificates in PEM form.

    Raises:
        OSError: the file has no certificates that can be read.
    """
    given = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    given.load_verify_locations(ca_file)
    trusted = context.get_ca_certs(binary_form=True) if type(context) is ssl.SSLContext else []
    return len(set(given.get_ca_certs(binary_form=True)) - set(trusted)) if trusted else None


def untrusted(error: BaseException | None) -> bool:
    """Tell whether a connection failed since the other side's certificate did not prove who it is."""
    while error is not None and not isinstance(error, ssl.SSLCertVerificationError):
        error = error.__cause__ or error.__context__
    return error is not None
