import Glibc
import Graft
import MatrixAPI

@Extension
final class ExecutableDefault<Subject: Place>: PlaceExtension<Subject> {
  override func executable(_ subject: Subject) -> String { "executable" }
  override func plugin(_ subject: Subject) -> String { "nobody" }
  override func all(_ subject: Subject) -> String { "executable" }
}

@Extension
final class ExecutableNamed<Subject: Place & Named>: PlaceExtension<Subject> {
  override func executable(_ subject: Subject) -> String {
    super.executable(subject) + " of \(subject.name)"
  }
  override func all(_ subject: Subject) -> String {
    super.all(subject) + ", executable of \(subject.name)"
  }
}

final class River: Place {}

struct Town: Place, Named {
  var name: String { "Ulm" }
}

/// What advice holds on to: it goes when the advice is released.
final class Captured: Sendable {
  nonisolated(unsafe) static var isGone = false
  func marked(_ text: String) -> String { "<\(text)>" }
  deinit { Captured.isGone = true }
}

func ask(_ subject: some Place) -> String {
  """
    \(type(of: subject)): executable: \(subject.executable()); library: \(subject.library()); \
  archive: \(subject.archive()); plug-in: \(subject.plugin())
      \(subject.all())
  """
}

func ask(_ occasion: String) {
  print("\(occasion):")
  print(ask(River()))
  print(ask(Town()))
}

/// Around each of the requirements, and gone again.
func advise() throws {
  let points = PlaceExtension<Town>.joinPoints
  let captured = Captured()
  let tokens = [
    try points.executable.around { captured.marked($0()) },
    try points.library.around { captured.marked($0()) },
    try points.archive.around { captured.marked($0()) },
    try points.plugin.around { captured.marked($0()) },
    try points.all.around { captured.marked($0()) },
  ]
  ask("advised")
  for token in tokens { try token.remove() }
}

func adviseAndAsk() throws {
  Captured.isGone = false
  try advise()
  print("removed, what it held is released: \(Captured.isGone ? "yes" : "no")")
  ask("not advised")
}

func tellOfRegistry() {
  let records = ExtensionRegistry.descriptors.map { "\($0.name) in \($0.image.fileName)" }
  print("records: \(records.sorted().joined(separator: ", "))")
  let problems = ExtensionRegistry.diagnostics.map(\.description)
  print("problems: \(problems.isEmpty ? "none" : problems.joined(separator: "; "))")
  let chain = PlaceExtension<Town>.resolution["all()"]!.chain
  for answer in chain {
    print("  \(answer.extension.name), \(answer.rule), in \(answer.extension.image.fileName)")
  }
}

tellOfRegistry()
ask("at first")
try adviseAndAsk()
var plugin: ExtensionImage?
do {
  let arrival = try ExtensionImage.load(CommandLine.arguments[1])
  print("loaded \(arrival.images[0].fileName): \(arrival.descriptors.count) records")
  plugin = arrival.images[0]
} catch {
  print("refused: \(error)")
}
if let plugin {
  tellOfRegistry()
  ask("with the plug-in")
  try adviseAndAsk()
  _ = try plugin.withdraw()
  ask("without the plug-in")
  _ = try plugin.reinstate()
  ask("with it again")
}
try Threads.run(with: plugin)
