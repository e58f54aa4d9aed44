#!/usr/bin/env python3
"""Clients that ask `tamis serve` for a large answer and never read it: the server's memory, and what a client that reads gets.

usage: slow-clients.py TAMIS INDEX PATH [CLIENTS] [SECONDS]     such as /page/original?docno=D of a page of some megabytes
"""
import socket, subprocess, sys, threading, time
tamis, index, path = sys.argv[1:4]
clients = int(sys.argv[4]) if len(sys.argv) > 4 else 512
seconds = int(sys.argv[5]) if len(sys.argv) > 5 else 60
server = subprocess.Popen([tamis, "serve", index], stdout=subprocess.PIPE, text=True)
host = server.stdout.readline().strip()[7:-1]
where = (host.split(":")[0], int(host.split(":")[1]))
begun = time.time()


def rss():
    fields = dict(line.split(":", 1) for line in open(f"/proc/{server.pid}/status") if ":" in line)
    return int(fields["VmRSS"].split()[0]) // 1024, int(fields["VmHWM"].split()[0]) // 1024


def ask(path, timeout=5):
    t = time.time()
    try:
        with socket.create_connection(where, timeout) as s:
            s.settimeout(timeout)
            s.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
            got = b""
            while part := s.recv(1 << 16):
                got += part
        return f"{got[9:12].decode()} {len(got)} bytes in {time.time()-t:.1f}s"
    except OSError as e:
        return f"{type(e).__name__} after {time.time()-t:.1f}s"


def tell(what):
    print(f"{time.time()-begun:6.1f}s  RSS {rss()[0]:5} MB  peak {rss()[1]:5} MB  {what}", flush=True)


tell(f"begun; small {ask('/api/commit')}; large {ask(path, 30)}")
slow = []
for _ in range(clients):
    s = socket.create_connection(where, 30)
    s.sendall(f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
    slow.append(s)
tell(f"{clients} clients have asked")
end = time.time() + seconds
while time.time() < end:
    tell(f"small {ask('/api/commit')}; large {ask(path)}")
    time.sleep(3)
for s in slow:
    s.close()
time.sleep(2)
tell(f"all gone: small {ask('/api/commit')}; large {ask(path)}")
time.sleep(8)
tell("later")
server.terminate(); server.wait()
