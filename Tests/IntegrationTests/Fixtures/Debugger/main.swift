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

/// Has a plug-in, perhaps of two builds, another that is withdrawn, a blocked extension and an
/// advice, and stops for a debugger before its call.
func run(_ plugin: String, _ spare: String, earlier: String?) throws {
  if let earlier { _ = try ExtensionImage.load(earlier, identity: "scales") }
  _ = try ExtensionImage.load(plugin, identity: earlier.map { _ in "scales" })
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

let arguments = CommandLine.arguments
try run(arguments[1], arguments[2], earlier: arguments.count > 3 ? arguments[3] : nil)
