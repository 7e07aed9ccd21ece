"""A page in Chromium, spoken to over its DevTools pipe."""
import base64
import json
import os
import subprocess
import tempfile
import unittest

CHROMIUM = "/usr/bin/chromium"


class Page:
    """Opens a file, and keeps what the console and the network tell."""

    def __init__(self, test: unittest.TestCase, url, width=1200, height=900, dark=False, scripts=True):
        self.events, self.next = [], 0
        profile = tempfile.TemporaryDirectory()
        test.addCleanup(profile.cleanup)
        theirs_in, self.to = os.pipe()
        self.of, theirs_out = os.pipe()
        # Chromium reads from descriptor 3 and writes to 4.
        line = f'exec 3<&{theirs_in} 4>&{theirs_out} && exec "$0" "$@"'
        self.process = subprocess.Popen(
            ["bash", "-c", line, CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
             "--disable-background-networking", "--no-first-run", f"--user-data-dir={profile.name}",
             "--remote-debugging-pipe", "about:blank"],
            pass_fds=(theirs_in, theirs_out), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(theirs_in)
        os.close(theirs_out)
        test.addCleanup(self.close)
        self.stream = os.fdopen(self.of, "rb")
        self.session = None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.call("Emulation.setScriptExecutionDisabled", value=not scripts)
        self.call("Page.navigate", url=url)
        while not any(event["method"] == "Page.loadEventFired" for event in self.events):
            self.receive()

    def close(self):
        self.process.kill()
        self.process.wait()
        self.stream.close()
        os.close(self.to)

    def receive(self):
        text = b""
        while not text.endswith(b"\0"):
            byte = self.stream.read1(1)
            if not byte:
                raise EOFError("Chromium has gone")
            text += byte
        message = json.loads(text[:-1])
        if "method" in message:
            self.events.append(message)
        return message

    def call(self, method, **params):
        self.next += 1
        message = {"id": self.next, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.next:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def value(self, expression):
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in result:
            raise RuntimeError(str(result["exceptionDetails"]))
        return result["result"].get("value")

    def press(self, key):
        for kind in ("keyDown", "keyUp"):
            code = {"Enter": 13, "Escape": 27}.get(key, 0)
            text = {"text": "\r"} if key == "Enter" and kind == "keyDown" else {"text": key} if len(key) == 1 and kind == "keyDown" else {}
            self.call("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code, **text)

    def type(self, text):
        self.call("Input.insertText", text=text)

    def complaints(self):
        """What the console tells."""
        return [event for event in self.events
                if event["method"] in ("Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled")]

    def requests(self):
        return [event["params"]["request"]["url"] for event in self.events if event["method"] == "Network.requestWillBeSent"]

    def shot(self, file):
        with open(file, "wb") as out:
            out.write(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))
