"""A farm that misbehaves. The name of the instance in a request selects the fault.

usage: liar.py PORT [--tls CERTIFICATE KEY [AUTHORITY]] [--token FILE]
"""

import hashlib
import sys
import threading
from concurrent import futures

import grpc
from buildgrid._protos.build.bazel.remote.execution.v2 import remote_execution_pb2 as r
from buildgrid._protos.build.bazel.remote.execution.v2 import remote_execution_pb2_grpc as services
from buildgrid._protos.google.bytestream import bytestream_pb2 as bytestream
from buildgrid._protos.google.bytestream import bytestream_pb2_grpc as streams
from buildgrid._protos.google.longrunning import operations_pb2 as operations

ANSWER = b"the answer of a liar " * 10
blobs = {}
results = {}
over = threading.Event()


def digest(content):
    return r.Digest(hash=hashlib.sha256(content).hexdigest(), size_bytes=len(content))


def output(mode):
    """The file that the worker reports, and the content that the file really has."""
    # The content differs for each mode, so that a mode does not find wrong bytes that another mode has stored.
    content = ANSWER + mode.encode()
    named = digest(content)
    if mode == "other-bytes":
        content = bytes([content[0] ^ 1]) + content[1:]
    elif mode == "cut-off":
        content = content[:-5]
    elif mode == "too-long":
        content += b"more"
    elif mode == "huge":
        named = r.Digest(hash="ab" * 32, size_bytes=1 << 40)
    elif mode == "no-sha256":
        named = r.Digest(hash="../../etc/passwd", size_bytes=10)
    return named, content


def result(mode):
    named, content = output(mode)
    made = r.ActionResult(exit_code=78 if mode == "identity" else 0)
    made.execution_metadata.worker = "liar\x1b[31m"
    made.stderr_raw = b"other\x1b[31m libraries\n" * 1000 if mode == "identity" else b""
    if mode != "no-answer":
        made.output_files.add(path="answer", digest=named, contents=b"" if mode.startswith("stored") else content)
    if mode == "stored-other":
        blobs[named.hash] = bytes(len(content))
    return made


def allowed(context):
    expected = TOKEN and open(TOKEN, encoding="utf-8").read().strip()
    given = dict(context.invocation_metadata()).get("authorization")
    if expected and given != f"Bearer {expected}":
        context.abort(grpc.StatusCode.UNAUTHENTICATED, "this token has expired")


class Capabilities(services.CapabilitiesServicer):
    def GetCapabilities(self, request, context):
        allowed(context)
        mode = request.instance_name
        if mode == "forbidden":
            context.abort(grpc.StatusCode.PERMISSION_DENIED, "not for you")
        if mode == "mute":
            over.wait()
        if mode == "unknown":
            context.abort(grpc.StatusCode.NOT_FOUND, "no such instance")
        answer = r.ServerCapabilities()
        answer.low_api_version.major = answer.high_api_version.major = 3 if mode == "new" else 2
        answer.high_api_version.minor = 0 if mode == "old" else 3
        answer.cache_capabilities.digest_functions.append(r.DigestFunction.MD5 if mode == "md5" else r.DigestFunction.SHA256)
        answer.cache_capabilities.action_cache_update_capabilities.update_enabled = mode != "read-only"
        answer.cache_capabilities.max_batch_total_size_bytes = 1000 if mode == "small" else 0
        answer.execution_capabilities.exec_enabled = mode != "cache"
        answer.execution_capabilities.digest_function = r.DigestFunction.SHA256
        return answer


class Store(services.ContentAddressableStorageServicer):
    def FindMissingBlobs(self, request, context):
        allowed(context)
        if request.instance_name == "exhausted":
            context.abort(grpc.StatusCode.RESOURCE_EXHAUSTED, "too many requests")
        missing = [one for one in request.blob_digests if one.hash not in blobs]
        return r.FindMissingBlobsResponse(missing_blob_digests=missing)

    def BatchUpdateBlobs(self, request, context):
        answer = r.BatchUpdateBlobsResponse()
        for one in request.requests:
            response = answer.responses.add(digest=one.digest)
            if digest(one.data) != one.digest or request.instance_name == "refuses":
                response.status.code, response.status.message = 3, "the digest does not match"
            elif request.instance_name == "full":
                response.status.code, response.status.message = 8, "No space left on device"
            else:
                blobs[one.digest.hash] = one.data
        return answer

    def BatchReadBlobs(self, request, context):
        answer = r.BatchReadBlobsResponse()
        for one in request.digests:
            response = answer.responses.add(digest=one)
            if one.hash in blobs:
                response.data = blobs[one.hash]
            else:
                response.status.code = 5
        return answer


class Streams(streams.ByteStreamServicer):
    def Write(self, requests, context):
        parts, name = [], ""
        for request in requests:
            name = name or request.resource_name
            parts.append(request.data)
            if "early" in name:
                return bytestream.WriteResponse(committed_size=-1)
            if "short" in name:
                return bytestream.WriteResponse(committed_size=5)
        content = b"".join(parts)
        expected = name.split("/")[-2]
        if digest(content).hash != expected:
            context.abort(grpc.StatusCode.INVALID_ARGUMENT, "the digest does not match")
        blobs[expected] = content
        return bytestream.WriteResponse(committed_size=len(content))

    def Read(self, request, context):
        content = blobs.get(request.resource_name.split("/")[-2])
        if content is None:
            context.abort(grpc.StatusCode.NOT_FOUND, "no such blob")
        for start in range(0, len(content), 1 << 16):
            yield bytestream.ReadResponse(data=content[start:start + (1 << 16)])


class Cache(services.ActionCacheServicer):
    def GetActionResult(self, request, context):
        allowed(context)
        if request.instance_name == "stored-missing":
            return result("stored-missing")
        if request.action_digest.hash not in results:
            context.abort(grpc.StatusCode.NOT_FOUND, "no result")
        return results[request.action_digest.hash]

    def UpdateActionResult(self, request, context):
        if request.instance_name == "no-store":
            context.abort(grpc.StatusCode.PERMISSION_DENIED, "only for builders")
        results[request.action_digest.hash] = request.action_result
        return request.action_result


class Execution(services.ExecutionServicer):
    tries = {}

    def operation(self, name, stage, response=None):
        one = operations.Operation(name=name, done=response is not None)
        one.metadata.Pack(r.ExecuteOperationMetadata(stage=stage))
        if response is not None:
            one.response.Pack(response)
        return one

    def Execute(self, request, context):
        allowed(context)
        print("Execute", flush=True)
        mode, name = request.instance_name, request.action_digest.hash
        attempt = self.tries[name] = self.tries.get(name, 0) + 1
        stages = r.ExecutionStage
        yield self.operation(name, stages.QUEUED)
        if mode == "stalls":
            over.wait()
        if mode == "breaks" and attempt < 3:
            context.abort(grpc.StatusCode.UNAVAILABLE, "the scheduler is restarted")
        if mode == "always-unavailable":
            context.abort(grpc.StatusCode.UNAVAILABLE, "no scheduler")
        yield self.operation(name, stages.EXECUTING)
        if mode == "ends-early":
            return
        response = r.ExecuteResponse()
        if mode == "fails" or mode == "fails-once" and attempt == 1:
            response.status.code, response.status.message = 13, "an input is missing"
        elif mode == "times-out":
            response.status.code, response.status.message = 4, "too slow"
        elif mode == "no-quota":
            response.status.code, response.status.message = 8, "quota"
        else:
            if mode == "stored-missing":
                named, content = output(mode)
                blobs[named.hash] = content
            response.result.CopyFrom(result(mode))
        yield self.operation(name, stages.COMPLETED, response)

    def WaitExecution(self, request, context):
        context.abort(grpc.StatusCode.NOT_FOUND, "no such operation")


def main():
    global TOKEN
    arguments = sys.argv[1:]
    port = arguments.pop(0)
    TOKEN = arguments[arguments.index("--token") + 1] if "--token" in arguments else None
    server = grpc.server(futures.ThreadPoolExecutor(16))
    services.add_CapabilitiesServicer_to_server(Capabilities(), server)
    services.add_ContentAddressableStorageServicer_to_server(Store(), server)
    services.add_ActionCacheServicer_to_server(Cache(), server)
    services.add_ExecutionServicer_to_server(Execution(), server)
    streams.add_ByteStreamServicer_to_server(Streams(), server)
    if "--tls" in arguments:
        files = arguments[arguments.index("--tls") + 1:]
        certificate, key, *authority = [open(path, "rb").read() for path in files if not path.startswith("--")][:3]
        server.add_secure_port(f"127.0.0.1:{port}", grpc.ssl_server_credentials(
            [(key, certificate)], authority[0] if authority else None, bool(authority)))
    else:
        server.add_insecure_port(f"127.0.0.1:{port}")
    server.start()
    server.wait_for_termination()


main()
