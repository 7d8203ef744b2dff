import DebuggerAPI
import Glibc
import Graft

struct Parcel: Weighed {}

final class Crate: Weighed {}

@Extension
final class Plain<Subject: Weighed>: WeighedExtension<Subject> {
  override func weigh(_ subject: Subject, _ limit: Int) throws -> Int { limit }
  override func unit(_ subject: Subject) -> String { "g" }
}

@Extension(priority: 3)
final class Doubled<Subject: Weighed>: WeighedExtension<Subject> {
  override func weigh(_ subject: Subject, _ limit: Int) throws -> Int { 2 * limit }
}

/// Has a plug-in, another that is withdrawn, a blocked extension and an advice, and stops for a
/// debugger before its call.
func run(_ plugin: String, _ spare: String) throws {
  _ = try ExtensionImage.load(plugin)
  _ = try ExtensionImage.load(spare).images[0].withdraw()
  _ = ExtensionRegistry.block("debugger.Doubled")
  let removed = try WeighedExtension<Parcel>.joinPoints.unit.before(.named("gone")) {}
  try WeighedExtension<Parcel>.joinPoints.weigh.before(.named("audit")) { print("audited") }
  try removed.remove()
  let crate = Crate()
  try WeighedExtension<Crate>.joinPoints(of: crate).weigh.before {}
  raise(SIGTRAP)
  print("weighed: \(try Parcel().weigh(4)) \(Parcel().unit)")
}

try run(CommandLine.arguments[1], CommandLine.arguments[2])
