import GraftPlugins
import Glibc
import OwnAPI

// A host that carries out its arguments, and keeps what its plug-ins give it.

private let folder = CommandLine.arguments[0].prefix(
  through: CommandLine.arguments[0].lastIndex(of: "/")!)

private func load(_ name: String, identity: String?) {
  do throws(ImageLoadError) {
    _ = try ExtensionImage.load(folder + name, identity: identity)
    print("loaded \(name)")
  } catch {
    let kind = Mirror(reflecting: error).children.first!.label!
    print("refused: \(kind): \("\(error)".replacing(folder, with: ""))")
  }
}

private func loadAll(_ name: String) throws {
  for result in try ExtensionImage.loadAll(in: String(folder), matching: name) {
    print("\(result)".replacing(folder, with: "").replacing(#/, with .*/#, with: ""))
  }
}

private func open(_ name: String, _ flags: Int32) {
  print(dlopen(folder + name, RTLD_NOW | flags) == nil ? String(cString: dlerror()) : "opened")
}

private func change(
  _ name: String, _ change: (ExtensionImage) throws(ImageStateError) -> [ImageArrival.Change]
) {
  let image = ExtensionRegistry.images.last { $0.fileName == name }!
  do throws(ImageStateError) {
    for change in try change(image) { print("change: \(change)") }
  } catch { print("impossible: \("\(error)".replacing(folder, with: ""))") }
}

private func validate() {
  let all = ExtensionRegistry.validate()
  for entry in all.entries where entry.protocolName.hasPrefix("Own.") {
    guard case .answered(let registered) = entry.outcome else { continue }
    let build = registered.image.fileName == "libOwn.so" ? 1 : 2
    print("\(entry.subject.dropFirst(4)).\(entry.requirement): \(registered.name) of \(build)")
  }
}

for command in CommandLine.arguments.dropFirst() {
  let words = command.split(separator: " ").map(String.init)
  switch words[0] {
  case "load": load(words[1], identity: words.count > 2 ? words[2] : nil)
  case "load-all": try loadAll(words[1])
  case "open": open(words[1], 0)
  case "open-global": open(words[1], RTLD_GLOBAL)
  case "roll-back": change(words[1]) { image throws(ImageStateError) in try image.rollBack() }
  case "withdraw": change(words[1]) { image throws(ImageStateError) in try image.withdraw() }
  case "reinstate": change(words[1]) { image throws(ImageStateError) in try image.reinstate() }
  case "work":
    for (build, worker) in Workers.all { print("\(build): \(worker.work())") }
    print("shop: \(Shop().show())")
  case "states":
    for image in ExtensionRegistry.images where image.identity != "own" {
      print("\(image.fileName) \(image.state)")
    }
  case "validate": validate()
  case "diagnostics": for each in ExtensionRegistry.diagnostics { print("\(each)") }
  default: fatalError("no command \(command)")
  }
  fflush(nil)
}
