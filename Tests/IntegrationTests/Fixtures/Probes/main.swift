import Graft
import ProbesAPI

struct Parcel: Weighed {}

@Extension
final class Plain<Subject: Weighed>: WeighedExtension<Subject> {
  override func weigh(_ subject: Subject, _ limit: Int) throws -> Int { limit }
  override func seal(_ subject: Subject, _ text: String) -> String { text + "!" }
}

/// Does what there is a probe for, with two builds of a plug-in and a path of no file.
func run(_ first: String, _ second: String, _ missing: String) throws {
  let parcel = Parcel()
  _ = try parcel.weigh(1)
  do {
    _ = try ExtensionImage.load(missing)
  } catch {
    print("refused: \(error)")
  }
  let image = try ExtensionImage.load(first, identity: "scales").images[0]
  _ = try parcel.weigh(2)
  do {
    _ = try parcel.weigh(-1)
  } catch {
    print("thrown: \(error)")
  }
  let token = try WeighedExtension<Parcel>.joinPoints.weigh.before(.named("audit")) {
    print("audited")
  }
  _ = try parcel.weigh(3)
  try token.remove()
  _ = try image.withdraw()
  _ = try image.reinstate()
  let newer = try ExtensionImage.load(second, identity: "scales").images[0]
  _ = try newer.rollBack()
  print("weighed: \(try parcel.weigh(4)), \(parcel.seal("sealed"))")
}

let arguments = CommandLine.arguments
try run(arguments[1], arguments[2], arguments[3])
