#!/usr/bin/env python3
"""A client on the system's OpenSSL: does one task at a TLS port of this machine and prints what it saw.

client.py TASK PORT CERTIFICATE"""
import socket
import ssl
import struct
import sys

GET = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"
LAST = b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


def connection(port, authority, alpn=None, version=None, context=None, session=None):
    if context is None:
        context = ssl.create_default_context(cafile=authority)
    if version is not None:
        if version < ssl.TLSVersion.TLSv1_2:
            # Debian's own level would keep it from being offered at all.
            context.set_ciphers("DEFAULT@SECLEVEL=0")
        context.minimum_version = context.maximum_version = version
    if alpn:
        context.set_alpn_protocols(alpn)
    plain = socket.create_connection(("127.0.0.1", port), timeout=60)
    # A cut without close_notify is an error, not an end.
    return context.wrap_socket(plain, server_hostname="localhost", suppress_ragged_eofs=False, session=session)


def answer(stream):
    """One answer's status, with its body read."""
    status = stream.readline().split()[1].decode()
    length = 0
    while (line := stream.readline()) not in (b"\r\n", b""):
        name, value = line.split(b":", 1)
        if name.lower() == b"content-length":
            length = int(value)
    stream.read(length)
    return status


def run(task, port, authority):
    if task == "keep-alive":
        with connection(port, authority) as link:
            stream = link.makefile("rb")
            link.sendall(GET)
            seen = [answer(stream)]
            link.sendall(GET + LAST)
            seen += [answer(stream), answer(stream)]
            return " ".join(seen) + (" one connection" if stream.read() == b"" else " and more")
    if task == "closing":
        with connection(port, authority) as link:
            stream = link.makefile("rb")
            link.sendall(LAST)
            status = answer(stream)
            return status + (" close_notify" if stream.read() == b"" else " and more")
    if task == "resetting":
        # Ends its side in the middle of answers of many sizes, then resets: some leave little, some much still to be sent.
        for size in range(20_000, 1_500_000, 60_000):
            context = ssl.create_default_context(cafile=authority)
            plain = socket.socket()
            plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            plain.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            plain.connect(("127.0.0.1", port))
            link = context.wrap_socket(plain, server_hostname="localhost")
            link.sendall(f"GET /{size} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            link.settimeout(0.05)
            try:
                link.unwrap()
            except OSError:
                pass
            link.close()
        with connection(port, authority) as link:
            link.sendall(LAST)
            return answer(link.makefile("rb"))
    if task == "resumed":
        context = ssl.create_default_context(cafile=authority)
        with connection(port, authority, context=context) as link:
            link.sendall(LAST)
            first = answer(link.makefile("rb"))
            session = link.session
        with connection(port, authority, context=context, session=session) as link:
            link.sendall(LAST)
            second = answer(link.makefile("rb"))
            return f"{first} {second} {'resumed' if link.session_reused else 'anew'}"
    versions = {"tls1.1": ssl.TLSVersion.TLSv1_1, "tls1.2": ssl.TLSVersion.TLSv1_2, "tls1.3": ssl.TLSVersion.TLSv1_3}
    protocols = {"alpn": ["h2", "http/1.1"], "alpn-h2": ["h2"]}
    with connection(port, authority, alpn=protocols.get(task), version=versions.get(task)) as link:
        return f"{link.version()} {link.selected_alpn_protocol()}"


try:
    print(run(sys.argv[1], int(sys.argv[2]), sys.argv[3]))
except ssl.SSLCertVerificationError as error:
    print("unknown certificate", error.verify_message)
except ssl.SSLEOFError:
    print("cut")
except (ssl.SSLError, ConnectionResetError):
    print("refused")
