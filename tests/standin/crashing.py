"""A client that dies at a request, inside the process of a test."""

import http.client
from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

from tests.standin.faults import CRASH_HEADER


class ClientDiedError(BaseException):
    """The client was killed here; nothing that catches Exception sees it."""


@contextmanager
def mortal_client() -> Iterator[None]:
    """Let requests of this process die where the stand-in has a fault `crash` for them."""
    original = http.client.HTTPConnection.getresponse

    def getresponse(self: http.client.HTTPConnection) -> http.client.HTTPResponse:
        response = original(self)
        if response.headers.get(CRASH_HEADER):
            self.close()
            raise ClientDiedError
        return response

    with mock.patch.object(http.client.HTTPConnection, "getresponse", getresponse):
        yield
