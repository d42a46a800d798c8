"""A worker for BuildGrid. It passes its leases to buildbox-run, which executes the actions.

usage: bot.py [--mixes] SERVER NAME RUNNER [ARGUMENT…]

With --mixes, each result has the answer of the previous result, also if another worker in the same folder made it.
"""

import os
import subprocess
import sys
import tempfile
import time

import grpc
from buildgrid._protos.build.bazel.remote.execution.v2 import remote_execution_pb2 as execution
from buildgrid._protos.build.bazel.remote.execution.v2 import remote_execution_pb2_grpc as execution_grpc
from buildgrid._protos.google.devtools.remoteworkers.v1test2 import bots_pb2 as bots
from buildgrid._protos.google.devtools.remoteworkers.v1test2 import bots_pb2_grpc as bots_grpc
from buildgrid._protos.google.devtools.remoteworkers.v1test2 import worker_pb2 as worker

mixes = "--mixes" in sys.argv
target, name, runner, *extra = [word for word in sys.argv[1:] if word != "--mixes"]
channel = grpc.insecure_channel(target)
server = bots_grpc.BotsStub(channel)
store = execution_grpc.ContentAddressableStorageStub(channel)


def begin():
    device = worker.Device(handle=name, properties=[worker.Device.Property(key="OSFamily", value="linux")])
    session = bots.BotSession(bot_id=name, status=bots.OK, worker=worker.Worker(devices=[device]))
    return server.CreateBotSession(bots.CreateBotSessionRequest(parent="", bot_session=session))


def action_of(lease):
    digest, action = execution.Digest(), execution.Action()
    if lease.payload.Unpack(digest):
        return store.BatchReadBlobs(execution.BatchReadBlobsRequest(digests=[digest])).responses[0].data
    lease.payload.Unpack(action)
    return action.SerializeToString()


def do(lease):
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/action", "wb") as file:
            file.write(action_of(lease))
        status = subprocess.run(
            [runner, f"--action={folder}/action", f"--action-result={folder}/result", f"--remote=http://{target}",
             "--disable-localcas", f"--workspace-path={folder}", "--log-level=error", *extra], check=False).returncode
        result = execution.ActionResult()
        if status == 0:
            with open(f"{folder}/result", "rb") as file:
                result.ParseFromString(file.read())
            if mixes:
                mix(result.output_files[0])
        result.execution_metadata.worker = name
        lease.state = bots.COMPLETED
        lease.status.code = 0 if status == 0 else 13
        lease.result.Pack(result)


def mix(answer):
    own = answer.SerializeToString()
    if os.path.exists("last"):
        with open("last", "rb") as file:
            answer.ParseFromString(file.read())
    with open("last", "wb") as file:
        file.write(own)


session = None
while True:
    try:
        session = session or begin()
        for lease in session.leases:
            if lease.state == bots.PENDING:
                lease.state = bots.ACTIVE
        session = server.UpdateBotSession(
            bots.UpdateBotSessionRequest(name=session.name, bot_session=session), timeout=30)
        for lease in session.leases:
            if lease.state == bots.ACTIVE:
                do(lease)
    except grpc.RpcError:
        # The scheduler was restarted.
        session = None
        time.sleep(0.5)
