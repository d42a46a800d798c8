#!/usr/bin/python3
"""Replaces stickerd-render on a worker. Its answer consists of the inputs, and the job selects its behaviour.

Keys of the job: prefix (text of the answer), sleep (seconds), exit (status), words (standard error), silent (no answer),
random (bytes of noise in the answer).
"""

import json
import os
import sys
import time

_, request, answer = sys.argv[1:4]
with open(f"{request}/job") as file:
    job = json.load(file)
time.sleep(job.get("sleep", 0))
sys.stderr.write(job.get("words", ""))
if not job.get("exit") and not job.get("silent"):
    with open(answer, "wb") as file:
        file.write(job.get("prefix", "").encode())
        for name in sorted((name for name in os.listdir(request) if name != "job"), key=int):
            with open(f"{request}/{name}", "rb") as part:
                file.write(part.read())
        file.write(os.urandom(job.get("random", 0)))
sys.exit(job.get("exit", 0))
