import EdgesAPI
import EdgesExtensions
import Glibc
import Graft

/// Its conformance to `Named` can be used on the main actor only.
struct Half: Greeter {
  let number = 1
}
@MainActor extension Half: @MainActor Named {
  var name: String { onMainThread() ? "half" : "half, off the main actor" }
}

/// The same of one whose protocol is on that actor.
@MainActor struct Pane: Panel {}
extension Pane: @MainActor Named {
  var name: String { onMainThread() ? "pane" : "pane, off the main actor" }
}

/// The same of one that conforms to both there.
@MainActor struct Whole {}
extension Whole: @MainActor Greeter {}
extension Whole: @MainActor Named {
  var name: String { onMainThread() ? "whole" : "whole, off the main actor" }
}

/// Generic, so that validation does not ask for it.
struct Loop<Tag>: Greeter, Looping {}
struct Wrapper<Wrapped>: Greeter {}

/// Two extensions of its kind, and none before the other.
struct Pair: Pairing {}

/// Isolated, though there is nothing to call of it.
@MainActor struct Marked: @MainActor Mark {}
extension Marked: nonisolated Greeter {}

/// Conforms to it everywhere, where its element does, which does on the main actor.
struct Crate<Element>: Greeter {}
extension Crate: Mark where Element: Mark {}

struct Circle: Greeter, Endless {}

let mainThread = pthread_self()
nonisolated func onMainThread() -> Bool { pthread_equal(pthread_self(), mainThread) != 0 }

func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
  final class Work: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  var thread = pthread_t()
  pthread_create(
    &thread, nil,
    {
      Unmanaged<Work>.fromOpaque($0!).takeRetainedValue().body()
      return nil
    }, Unmanaged.passRetained(Work(body)).toOpaque())
  pthread_join(thread, nil)
}

_ = mainThread
var handle: UnsafeMutableRawPointer?
for command in CommandLine.arguments.dropFirst() {
  let words = command.split(separator: " ").map(String.init)
  switch words[0] {
  case "half": onAnotherThread { print("Half: \(Half().greet())") }
  case "pane":
    print("Pane: \(Pane().show())")
    let pane = Pane()
    onAnotherThread { print("Pane: \(pane.label())") }
  case "marked":
    let marked = Marked()
    onAnotherThread {
      print("Marked: \(marked.greet())")
      print("Marked: \(Crate<Marked>().greet())")
    }
  case "whole": print("Whole: \(Whole().greet())")
  case "half-resolution": print(GreeterExtension<Half>.resolution)
  case "validate": print(ExtensionRegistry.validate())
  case "diagnostics": for diagnostic in ExtensionRegistry.diagnostics { print(diagnostic) }
  case "open":
    handle = dlopen(words[1], RTLD_NOW)
    if handle == nil { fatalError(String(cString: dlerror())) }
  case "run":
    let function = dlsym(handle, words[1])!
    unsafeBitCast(function, to: (@convention(c) () -> Void).self)()
  case "predicate": print(Loop<Void>().greet())
  case "constant": print(Knot().title())
  case "circle": print(Circle().greet())
  case "unmatched": for name in ExtensionRegistry.unmatched { print(name) }
  case "near":
    let resolution = GreeterExtension<Half>.resolution
    print(resolution["greet"]?.name ?? "none", resolution["gret"]?.name ?? "none")
    print(resolution.names(near: "gret"), resolution.names(near: "xyz"))
  case "conflict": print(PairingExtension<Pair>.resolution, Pair().pair())
  case "whatever":
    try GreeterJoinPoints.type(named: "edges.Hafl").greet.before { _ in }
  default: fatalError("no command \(command)")
  }
}
