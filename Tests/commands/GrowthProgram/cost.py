# SPDX-License-Identifier: Apache-2.0
"""What a call of a growing protocol costs, beside one that does not grow and a native one."""
import pathlib
import re
import statistics
import tempfile

from ProtocolProgram import compiling

from .histories import Swift

API = '''
import GraftCourier
@Extensible{growing} public protocol Meter {{ func read(_ number: Int) -> Int }}
public protocol Native {{ func read(_ number: Int) -> Int }}
@Extension final class Reading<Subject: Meter>: MeterExtension<Subject> {{
  override func read(_ subject: Subject, _ number: Int) -> Int {{ number &+ 1 }}
}}
'''

HOST = '''
import API
import Glibc
struct Gauge: Meter {}
struct Plain: Native { @inline(never) func read(_ number: Int) -> Int { number &+ 1 } }
@inline(never) func opaque<Value>(_ value: Value) -> Value { value }
func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}
@inline(never) func time(_ count: Int, _ body: (Int) -> Int) -> Double {
  var number = 0
  let begin = now()
  for _ in 0..<count { number = body(number) }
  return (now() - begin) / Double(count)
}
@main enum Host {
  static func main() {
    let meter: any Meter = opaque(Gauge()), native: any Native = opaque(Plain())
    for _ in 0..<25 {
      print("native", time(1_000_000) { native.read($0) })
      print("extension", time(1_000_000) { meter.read($0) })
    }
  }
}
'''

FORMS = (("does not grow", "", False), ("grows, without library evolution", "(growing: true)", False),
         ("grows, with library evolution", "(growing: true)", True))


def measure():
    """Prints a line for each form: a call of an extension, in calls of a type's own member."""
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, growing, evolves) in enumerate(FORMS):
            compiler = Swift(pathlib.Path(folder), "release")
            compiler.compile(f"API{number}", API.format(growing=growing), [
                "-emit-library", "-emit-module", "-module-name", "API",
                "-o", str(compiler.version(number) / "libAPI.so"),
                "-emit-module-path", str(compiler.version(number) / "API.swiftmodule")]
                + (["-enable-library-evolution"] if evolves else []))
            compiler.program(number, HOST)
            outcome = compiling.run([str(compiler.folder / f"host{number}")], 120, compiler.folder,
                                    {"LD_LIBRARY_PATH": str(compiler.version(number))})
            times = {what: statistics.median(map(float, re.findall(rf"{what} (\S+)", outcome.text)))
                     for what in ("native", "extension")}
            print(f"{name:34} {times['native']:5.2f} ns native, {times['extension']:5.2f} ns "
                  f"by an extension, {times['extension'] / times['native']:.1f} native calls",
                  flush=True)
