"""A Spark cluster on this machine: a master and two workers with one core each, as processes of their own."""

from __future__ import annotations

import ctypes
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pyspark
from pyspark.sql import SparkSession

HOST = "127.0.0.1"
#: prctl's option: a signal when the parent ends.
PR_SET_PDEATHSIG = 1


def end_with_parent() -> None:
    """Have this process end when the tests end, however they do: a killed pytest must leave no cluster."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


class Cluster:
    """A running cluster. Its folder holds the logs of all processes and the work of the executors."""

    def __init__(self, folder: Path, workers: int = 2, environment: dict[str, str] | None = None) -> None:
        self._folder = folder
        self._home = Path(pyspark.__file__).parent
        self._environment = environment or {}
        self._processes: list[subprocess.Popen[bytes]] = []
        self.url = ""
        try:
            self._start(workers)
        except BaseException:
            self.stop()
            raise

    def _start(self, workers: int) -> None:
        self._run("master", "master.Master", "--host", HOST, "--port", "0", "--webui-port", "0")
        self.url = self._wait("master", r"Starting Spark master at (spark://\S+)").group(1)
        for number in range(workers):
            name = f"worker-{number}"
            limits = ("--cores", "1", "--memory", "1g", "--work-dir", str(self._folder / name))
            self._run(name, "worker.Worker", "--host", HOST, "--webui-port", "0", *limits, self.url)
        for number in range(workers):
            self._wait(f"worker-{number}", "Successfully registered with master")

    def _run(self, name: str, program: str, *arguments: str) -> None:
        environment = {**os.environ, "SPARK_HOME": str(self._home), "SPARK_LOCAL_IP": HOST, "SPARK_NO_DAEMONIZE": "1"}
        command = [str(self._home / "bin/spark-class"), f"org.apache.spark.deploy.{program}", *arguments]
        with open(self._folder / f"{name}.log", "wb") as log:
            process = subprocess.Popen(
                command,
                stdout=log,
                stderr=log,
                env={**environment, **self._environment},
                start_new_session=True,
                preexec_fn=end_with_parent,
            )
        self._processes.append(process)

    def _wait(self, name: str, pattern: str) -> re.Match[str]:
        """Wait until the log of a process matches a pattern."""
        log = self._folder / f"{name}.log"
        for _ in range(600):
            found = re.search(pattern, log.read_text(errors="replace"))
            if found:
                return found
            time.sleep(0.1)
        raise TimeoutError(f"{log}: {log.read_text(errors='replace')[-2000:]}")

    def executors(self) -> list[int]:
        """Return the process ids of the executors of this cluster."""
        return [pid for pid in map(int, filter(str.isdigit, os.listdir("/proc"))) if self._is_executor(pid)]

    def _is_executor(self, pid: int) -> bool:
        try:
            words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
        except OSError:
            return False
        of_spark = b"org.apache.spark.executor.CoarseGrainedExecutorBackend" in words
        return of_spark and any(str(self._folder).encode() in word for word in self._links(pid))

    @staticmethod
    def _links(pid: int) -> list[bytes]:
        """An executor works in a folder below that of its worker."""
        try:
            return [os.readlink(f"/proc/{pid}/cwd").encode()]
        except OSError:
            return []

    def stop(self) -> None:
        """End all processes of the cluster."""
        for process in reversed(self._processes):
            process.terminate()
        for process in self._processes:
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)


@contextmanager
def session(cluster: Cluster, **settings: str) -> Iterator[SparkSession]:
    """Connect to a cluster, with an executor of one core on each worker."""
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
    os.environ["SPARK_LOCAL_IP"] = HOST
    builder = SparkSession.builder.master(cluster.url).appName("tamis")
    defaults = {
        "spark.driver.host": HOST,
        "spark.driver.bindAddress": HOST,
        "spark.executor.memory": "512m",
        "spark.executor.cores": "1",
        "spark.cores.max": "2",
        "spark.ui.enabled": "false",
        "spark.default.parallelism": "4",
        "spark.sql.shuffle.partitions": "4",
    }
    for name, value in {**defaults, **settings}.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    try:
        yield spark
    finally:
        spark.stop()
