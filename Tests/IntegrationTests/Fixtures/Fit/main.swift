import FitAPI
import FitSilence
import Glibc
import GraftDescriptors
import GraftPlugins

// Reads sets, one a line, each in a child of its own: options, what it provides, and plug-ins
// with tabs between them. It prints what becomes of each. If all are accepted, it writes what
// the registry says beside the first one.

@_silgen_name("fit_fork") private func forked() -> Int32
@_silgen_name("oracle_report") private func writeReport(_ path: UnsafePointer<CChar>)

/// Its types are in use.
print("\(Dog().speak())\(Dog().listen())\(Cat().listen())", terminator: "")

private func name(_ error: ImageLoadError) -> String {
  Mirror(reflecting: error).children.first!.label!
}

private func load(_ path: String, _ options: String, _ provided: String) throws(ImageLoadError) {
  let conflicts: ConflictChoice =
    options.contains("c") ? .passOver : options.contains("r") ? .refuse : .firstByName
  let compilers = options.contains("o")
  guard options.contains("n") else {
    _ = try ExtensionImage.load(
      path, onConflict: conflicts, allowingOtherCompilers: compilers)
    return
  }
  let slash = path.lastIndex(of: "/")!
  let all = try ExtensionImage.loadAll(
    in: String(path[..<slash]), matching: String(path[path.index(after: slash)...]),
    providing: provided.isEmpty ? [:] : ["fit-host": PluginVersion(provided)!],
    onConflict: conflicts, allowingOtherCompilers: compilers)
  switch all.first?.outcome {
  case .refused(let error): throw error
  case .passedOver(.notELF), .passedOver(.notRegularFile): throw .notELF(path: path)
  case nil: throw .notFound(path: path, reason: "No such file or directory")
  case .loaded, .passedOver: break
  }
}

while let line = readLine() {
  let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
  fflush(nil)
  let child = forked()
  if child == 0 {
    var areAccepted = true
    for path in fields.dropFirst(2) {
      do throws(ImageLoadError) {
        try load(path, fields[0], fields[1])
        print("accepted")
      } catch {
        areAccepted = false
        print("\(name(error))\t\(error)")
      }
      fflush(nil)
    }
    if areAccepted { writeReport(fields[2] + ".report") }
    _exit(0)
  }
  var status: Int32 = 0
  waitpid(child, &status, 0)
  print("end\t\(status)")
}
