"""A way to a server that can be slow, or gone, and is there again at the same address."""
import socket
import threading
import urllib.parse


class Gateway:
    def __init__(self, target):
        address = urllib.parse.urlparse(target)
        self.target = (address.hostname, address.port)
        self.passes = threading.Event()
        self.passes.set()
        self.asked = threading.Semaphore(0)
        self.open = set()
        self.listener = None
        self.port = 0
        self.listen()

    @property
    def url(self):
        return f"http://127.0.0.1:{self.port}"

    def listen(self):
        self.listener = socket.socket()
        self.listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.listener.bind(("127.0.0.1", self.port))
        self.listener.listen(16)
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self._accept, args=(self.listener,), daemon=True).start()

    def vanish(self):
        """Refuses whoever comes, and cuts off whoever is there."""
        # Who waits in accept is woken by the end of the socket, not by its close.
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        for one in list(self.open):
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def _accept(self, listener):
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            try:
                server = socket.create_connection(self.target)
            except OSError:
                client.close()
                continue
            self.open |= {client, server}
            threading.Thread(target=self._carry, args=(client, server, True), daemon=True).start()
            threading.Thread(target=self._carry, args=(server, client, False), daemon=True).start()

    def _carry(self, source, sink, is_question):
        try:
            while data := source.recv(65536):
                if is_question:
                    self.asked.release()
                else:
                    self.passes.wait()
                sink.sendall(data)
        except OSError:
            pass
        for one in (source, sink):
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
        self.open -= {source, sink}
