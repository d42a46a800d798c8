/// Python code for programs that replace stickerd's render program, or change its answers, in a test.
package enum FakeRenderer {
    /// Functions that send and receive frames.
    package static let library = #"""
        import json, os, signal, struct, subprocess, sys, time
        (HELLO, JOB, BLOB, DATA, BLOB_END, ABORT, NEED, START, _, FILE, FILE_END, RESULT, FAILURE) = range(1, 14)
        def frame(kind, payload=b"", job=0):
            return struct.pack(">BBHIQ", kind, 0, 0, job, len(payload)) + payload
        def send(kind, payload=b"", job=0):
            sys.stdout.buffer.write(frame(kind, payload, job))
            sys.stdout.buffer.flush()
        def receive(stream=sys.stdin.buffer):
            head = stream.read(16)
            if len(head) < 16: return None, 0, b""
            kind, _, _, job, length = struct.unpack(">BBHIQ", head)
            return kind, job, stream.read(length)
        def hello(version={}):
            send(HELLO, json.dumps(version).encode())
        def jobs(version={}):
            hello(version)
            while True:
                kind, job, payload = receive()
                if kind is None: return
                if kind == JOB: yield job, json.loads(payload)
        def answer(job, value):
            send(START, job=job)
            send(RESULT, json.dumps(value).encode(), job)
        def word(job, text):
            answer(job, {"word": text})
        def need(job, place):
            send(NEED, struct.pack(">I", place), job)
            bytes = b""
            while True:
                kind, _, payload = receive()
                if kind is None or kind == ABORT: return None
                if kind == BLOB_END: return bytes
                if kind == DATA: bytes += payload
        def file(job, number, bytes, kind=1):
            send(FILE, struct.pack(">IB", number, kind), job)
            send(DATA, bytes, job)
            send(FILE_END, b"", job)
        """#

    /// Functions for a script between stickerd and its render program. The command line of the render program is in
    /// `sys.argv[1:]`.
    ///
    /// `relay(change)` forwards all requests and answers. `change(request, frames)` is called with the request of each
    /// job as JSON and the list of the answer's frames, each as `[kind, payload]`. It may change the list.
    package static let relay =
        library + "\n" + #"""
            def relay(change=lambda request, frames: None, greeting=lambda payload: payload):
                real = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
                def give(kind, payload, job):
                    real.stdin.write(frame(kind, payload, job))
                    real.stdin.flush()
                kind, job, payload = receive(real.stdout)
                send(kind, greeting(payload), job)
                while True:
                    kind, job, payload = receive()
                    if kind is None: return
                    request = json.loads(payload)
                    give(kind, payload, job)
                    frames = []
                    while not frames or frames[-1][0] not in (RESULT, FAILURE):
                        kind, job, payload = receive(real.stdout)
                        if kind is None: return
                        if kind == NEED:
                            send(kind, payload, job)
                            while True:
                                kind, job, payload = receive()
                                if kind is None: return
                                give(kind, payload, job)
                                if kind in (BLOB_END, ABORT): break
                        else:
                            frames.append([kind, payload])
                    change(request, frames)
                    for kind, payload in frames:
                        # What no renderer sends: this process ends here, by a signal if one is given.
                        if kind == 0 and payload: os.kill(os.getpid(), payload[0])
                        if kind == 0: os._exit(1)
                        send(kind, payload, job)
            def result_of(frames):
                return json.loads(frames[-1][1])
            def set_result(frames, value):
                frames[-1][1] = json.dumps(value).encode()
            """#
}
