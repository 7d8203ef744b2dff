"""Opens a page in headless Chromium by the DevTools protocol, and says what it finds there:
browse.py PAGE WIDTH SCREENSHOT FILTER. Without scripts where FILTER is empty."""

import base64
import json
import os
import subprocess
import sys
import tempfile

page, width, screenshot, wanted = sys.argv[1:]

# The browser reads commands from its descriptor 3 and answers on 4.
commands_out, commands_in = os.pipe()
answers_out, answers_in = os.pipe()


def place_pipes():
    os.dup2(commands_out, 63)
    os.dup2(answers_in, 64)
    os.dup2(63, 3)
    os.dup2(64, 4)


profile = tempfile.TemporaryDirectory()
browser = subprocess.Popen(
    ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
     "--remote-debugging-pipe", f"--user-data-dir={profile.name}",
     f"--window-size={width},900", "about:blank"],
    preexec_fn=place_pipes, close_fds=False, stdout=subprocess.DEVNULL,
    stderr=subprocess.DEVNULL)
os.close(commands_out)
os.close(answers_in)

buffer = b""
number = 0
events = []


def receive():
    global buffer
    while b"\0" not in buffer:
        part = os.read(answers_out, 1 << 16)
        if not part:
            sys.exit("the browser ended")
        buffer += part
    message, buffer = buffer.split(b"\0", 1)
    return json.loads(message)


def ask(method, session=None, **parameters):
    global number
    number += 1
    message = {"id": number, "method": method, "params": parameters}
    if session:
        message["sessionId"] = session
    os.write(commands_in, json.dumps(message).encode() + b"\0")
    while True:
        answer = receive()
        if answer.get("id") == number:
            if "error" in answer:
                sys.exit(f"{method}: {answer['error']}")
            return answer["result"]
        events.append(answer)


target = ask("Target.createTarget", url="about:blank")["targetId"]
session = ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
for domain in ["Runtime", "Log", "Page", "Network"]:
    ask(f"{domain}.enable", session)
ask("Emulation.setDeviceMetricsOverride", session, width=int(width), height=900,
    deviceScaleFactor=1, mobile=False)
if not wanted:
    ask("Emulation.setScriptExecutionDisabled", session, value=True)
ask("Page.navigate", session, url="file://" + page)
while not any(event.get("method") == "Page.loadEventFired" for event in events):
    events.append(receive())


def evaluate(text):
    return ask("Runtime.evaluate", session, expression=text, returnByValue=True)["result"].get(
        "value")


# What is on the page, and whether somebody has to scroll sideways.
seen = """[...document.querySelectorAll('main section')].filter(e => e.checkVisibility())
  .map(e => e.querySelector('h2').textContent)"""
found = {"width": evaluate("document.documentElement.scrollWidth"), "before": evaluate(seen)}
found["box"] = evaluate("document.getElementById('filter').checkVisibility()")
found["tiles"] = evaluate("document.querySelectorAll('.tile').length")
found["images"] = evaluate("document.images.length + document.scripts.length - 1")
if wanted:
    evaluate("document.getElementById('filter').focus()")
    ask("Input.insertText", session, text=wanted)
    found["after"] = evaluate(seen)
    evaluate("""(() => { const box = document.getElementById('filter'); box.value = '';
      box.dispatchEvent(new Event('input')) })()""")
shot = ask("Page.captureScreenshot", session, format="png")
with open(screenshot, "wb") as file:
    file.write(base64.b64decode(shot["data"]))
for scheme in ["light", "dark"]:
    ask("Emulation.setEmulatedMedia", session,
        features=[{"name": "prefers-color-scheme", "value": scheme}])
    found[scheme] = evaluate("getComputedStyle(document.body).backgroundColor")
found["console"] = [
    json.dumps(event["params"]) for event in events
    if event.get("method") in
    ["Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"]]
found["requests"] = [
    event["params"]["request"]["url"] for event in events
    if event.get("method") == "Network.requestWillBeSent"]
print(json.dumps(found))
ask("Browser.close")
browser.wait()
