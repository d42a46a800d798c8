"""Controls Chromium without a window, over WebDriver."""

import base64
import json
import subprocess
import time
import urllib.request


class Browser:
    """A browser with one page."""

    def __init__(self, width, height):
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, text=True)
        for line in self.driver.stdout:
            if "started successfully on port" in line:
                port = line.rstrip(".\n").split()[-1]
                break
        self.base = f"http://127.0.0.1:{port}"
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                     f"--window-size={width},{height}"]
        wanted = {"browserName": "chrome", "goog:chromeOptions": {"args": arguments}}
        opened = self.call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        self.base += "/session/" + opened["sessionId"]
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def command(self, name, **parameters):
        """Runs a command of Chromium's protocol (https://chromedevtools.github.io/devtools-protocol/)."""
        return self.call("POST", "/goog/cdp/execute", {"cmd": name, "params": parameters})

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)["value"]

    def run(self, script, *arguments):
        return self.call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def open(self, url):
        self.call("POST", "/url", {"url": url})
        self.wait("return document.documentElement.dataset.ready === 'yes'")
        self.wait("return [...document.images].filter((each) => each.getBoundingClientRect().top < innerHeight)"
                  ".every((each) => each.complete)")

    def wait(self, script):
        deadline = time.monotonic() + 60
        while not self.run(script):
            if time.monotonic() > deadline:
                raise SystemExit("timeout while waiting in the page: " + script)
            time.sleep(0.05)

    def drag(self, start, end, beside=(0, 0)):
        middle = ("const box = document.querySelector(arguments[0]).getBoundingClientRect();"
                  "return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)]")
        (x, y), (u, v) = self.run(middle, start), self.run(middle, end)
        steps = [{"type": "pointerMove", "duration": 0, "x": x, "y": y}, {"type": "pointerDown", "button": 0}]
        for part in (0.5, 1):
            steps.append({"type": "pointerMove", "duration": 50, "x": round(x + (u + beside[0] - x) * part),
                          "y": round(y + (v + beside[1] - y) * part)})
        steps.append({"type": "pointerUp", "button": 0})
        self.call("POST", "/actions", {"actions": [{"type": "pointer", "id": "mouse", "actions": steps}]})

    def save(self, path):
        path.write_bytes(base64.b64decode(self.call("GET", "/screenshot")))

    def close(self):
        self.call("DELETE", "")
        self.driver.terminate()
        self.driver.wait()
