"""The trusted certificates: the operating system's, and those in a file that the operator names."""

from __future__ import annotations

import logging
import ssl
from pathlib import Path

_log = logging.getLogger("pro_context.fetch")


def tls_context(ca_file: Path | None) -> ssl.SSLContext:
    """Return the TLS settings that verify hosts.

    A file that cannot be read is skipped with one warning. The variables of other programs (SSL_CERT_FILE and the like)
    are ignored: as with proxies, they come from the environment and not from the operator.

    Args:
        ca_file: certificates in PEM form, trusted in addition to the operating system's.
    """
    import httpx2  # noqa: PLC0415 - costs 250 ms; a process that fetches nothing does not pay it

    context = httpx2.create_ssl_context(trust_env=False)
    if ca_file is not None:
        try:
            context.load_verify_locations(ca_file)
        except OSError as error:  # a malformed certificate raises one too
            _log.warning("%s has no certificates that can be read (%s); they are left out", ca_file, error.strerror)
    return context


def count_untrusted(context: ssl.SSLContext, ca_file: Path) -> int | None:
    """Return how many certificates of a file a context does not trust, None if that cannot be determined.

    Args:
        context: output of `tls_context`; on macOS and Windows a context does not list its certificates.
        ca_file: certificates in PEM form.

    Raises:
        OSError: the file has no readable certificates.
    """
    given = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    given.load_verify_locations(ca_file)
    trusted = context.get_ca_certs(binary_form=True) if type(context) is ssl.SSLContext else []
    return len(set(given.get_ca_certs(binary_form=True)) - set(trusted)) if trusted else None


def is_untrusted(error: BaseException | None) -> bool:
    """Tell whether a connection failed because the host's certificate could not be verified."""
    while error is not None and not isinstance(error, ssl.SSLCertVerificationError):
        error = error.__cause__ or error.__context__
    return error is not None
