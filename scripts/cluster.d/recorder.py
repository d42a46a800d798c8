"""Records the jobs of stickerd and the answers of the real render program, for `scripts/cluster`.

stickerd starts it in place of the render program. Arguments: the folder of the records, the real program, and stickerd's
arguments for that program.
"""

import os
import struct
import subprocess
import sys
import threading

(JOB, DATA, NEED, RESULT) = (2, 4, 7, 12)
(folder, program, options) = (sys.argv[1], sys.argv[2], sys.argv[3:])
real = subprocess.Popen([program, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
# The number of the input file that the renderer requested last for each job.
jobs = {}
lock = threading.Lock()


def frames(stream):
    while len(head := stream.read(16)) == 16:
        kind, _, _, job, length = struct.unpack(">BBHIQ", head)
        yield kind, job, head, stream.read(length)


def note(job, name, payload, mode="ab"):
    with open(f"{folder}/{os.getpid()}-{job}/{name}", mode) as file:
        file.write(payload)


def down():
    """Records messages of stickerd and forwards them to the real program."""
    for kind, job, head, payload in frames(sys.stdin.buffer):
        with lock:
            if kind == JOB:
                os.makedirs(f"{folder}/{os.getpid()}-{job}")
                jobs[job] = None
                note(job, "job", payload)
            elif kind == DATA:
                note(job, str(jobs[job]), payload)
        real.stdin.write(head + payload)
        real.stdin.flush()
    real.stdin.close()


threading.Thread(target=down, daemon=True).start()
for kind, job, head, payload in frames(real.stdout):
    with lock:
        if job in jobs and kind == NEED:
            # Empties the recorded file, because a renderer may ask for a file again.
            (jobs[job],) = struct.unpack(">I", payload)
            note(job, str(jobs[job]), b"", "wb")
        elif job in jobs:
            note(job, "answer", head + payload)
            if kind == RESULT:
                os.rename(f"{folder}/{os.getpid()}-{job}", f"{folder}/done-{os.getpid()}-{job}")
                del jobs[job]
    sys.stdout.buffer.write(head + payload)
    sys.stdout.buffer.flush()
sys.exit(real.wait())
