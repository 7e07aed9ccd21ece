"""What tests in Python do: processes, threads, sockets on loopback and on a path, shared memory, a terminal of their own."""
import asyncio
import concurrent.futures
import ctypes
import multiprocessing
import multiprocessing.shared_memory
import os
import pty
import select
import signal
import socket
import socketserver
import sqlite3
import subprocess
import sys
import tempfile
import threading
import unittest


def square(number):
    return number * number


class Echo(socketserver.BaseRequestHandler):
    def handle(self):
        self.request.sendall(self.request.recv(16))


class Hello(unittest.TestCase):
    def test_a_pool_of_processes(self):
        for method in ("fork", "spawn", "forkserver"):
            with multiprocessing.get_context(method).Pool(2) as pool:
                self.assertEqual(pool.map(square, range(5)), [0, 1, 4, 9, 16])

    def test_queues_locks_and_managers(self):
        with multiprocessing.Manager() as manager:
            self.assertEqual(manager.list([1, 2])[1], 2)
        with multiprocessing.Lock():
            pass

    def test_shared_memory(self):
        memory = multiprocessing.shared_memory.SharedMemory(create=True, size=4096)
        memory.buf[0] = 7
        memory.close()
        memory.unlink()

    def test_threads(self):
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            self.assertEqual(sum(pool.map(square, range(100))), 328350)

    def test_a_server_on_loopback(self):
        for host in ("127.0.0.1", "localhost"):
            with socketserver.TCPServer((host, 0), Echo) as server:
                threading.Thread(target=server.handle_request).start()
                with socket.create_connection(server.server_address) as client:
                    client.sendall(b"hello")
                    self.assertEqual(client.recv(16), b"hello")

    def test_ipv6_on_loopback(self):
        with socket.create_server(("::1", 0), family=socket.AF_INET6) as server:
            with socket.create_connection(server.getsockname()[:2]):
                pass

    def test_datagrams(self):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as own:
            own.bind(("127.0.0.1", 0))
            own.sendto(b"hello", own.getsockname())
            self.assertEqual(own.recv(16), b"hello")

    def test_unix_sockets(self):
        with tempfile.TemporaryDirectory() as directory:
            for address in (directory + "/socket", "\0hello-test"):
                with socket.socket(socket.AF_UNIX) as server, socket.socket(socket.AF_UNIX) as client:
                    server.bind(address)
                    server.listen()
                    client.connect(address)
        first, second = socket.socketpair()
        with first, second, open(__file__) as file:
            socket.send_fds(first, [b"x"], [file.fileno()])
            _, fds, _, _ = socket.recv_fds(second, 1, 1)
            os.close(fds[0])

    def test_asyncio_with_a_child(self):
        async def run():
            process = await asyncio.create_subprocess_exec(sys.executable, "-c", "print(42)", stdout=subprocess.PIPE)
            return (await process.communicate())[0]
        self.assertEqual(asyncio.run(run()), b"42\n")

    def test_a_terminal_of_its_own(self):
        child, master = pty.fork()
        if child == 0:
            os.execvp("sh", ["sh", "-c", "tty -s && echo terminal"])
        self.assertTrue(select.select([master], [], [], 10)[0])
        self.assertIn(b"terminal", os.read(master, 64))
        os.waitpid(child, 0)
        os.close(master)

    def test_signals_and_timers(self):
        came = []
        signal.signal(signal.SIGALRM, lambda *_: came.append(1))
        signal.setitimer(signal.ITIMER_REAL, 0.01)
        signal.pause()
        self.assertEqual(came, [1])

    def test_a_database_and_locks_on_files(self):
        with tempfile.NamedTemporaryFile() as file, sqlite3.connect(file.name) as base:
            base.execute("create table t (x)")
            base.execute("insert into t values (1)")
            self.assertEqual(base.execute("select x from t").fetchone(), (1,))

    def test_foreign_functions(self):
        self.assertEqual(ctypes.CDLL(None).abs(-3), 3)

    def test_the_home_and_the_directory_can_be_written(self):
        for directory in (os.path.expanduser("~"), ".", tempfile.gettempdir(), "/dev/shm"):
            with tempfile.NamedTemporaryFile(dir=directory) as file:
                file.write(b"x")

    def test_the_user_has_a_name_or_none(self):
        self.assertIsInstance(os.getuid(), int)
        self.assertTrue(socket.gethostname())

    @unittest.skip("on purpose")
    def test_skipped(self):
        pass

    def test_fails_when_asked(self):
        self.assertNotIn("HELLO_FAIL", os.environ)


if __name__ == "__main__":
    unittest.main(verbosity=2)
