"""The report of the human scores, read by two processes at once."""
import json
import subprocess
import sys
from pathlib import Path

WORKER = Path(__file__).with_name("worker.py")


def read(total, workers=2):
    share = total // workers
    processes = [
        subprocess.Popen([sys.executable, WORKER, str(index * share), str(share)], stdout=subprocess.PIPE, text=True)
        for index in range(workers)
    ]
    found = {}
    for process in processes:
        output, _ = process.communicate(timeout=60)
        if process.returncode != 0:
            raise RuntimeError(f"a worker failed with {process.returncode}")
        found.update(json.loads(output))
    return found
