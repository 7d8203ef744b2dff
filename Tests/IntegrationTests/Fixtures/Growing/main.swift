import Graft
public import GrowingAPI

public struct Visitor: Greeter {}

// Says whether it accepts a plug-in, else the reason and the text.
do throws(ImageLoadError) {
  _ = try ExtensionImage.load(CommandLine.arguments[1])
  print("accepted")
} catch {
  print("\(Mirror(reflecting: error).children.first!.label!): \(error)")
}
