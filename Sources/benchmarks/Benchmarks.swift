// SPDX-License-Identifier: Apache-2.0

import BenchmarkSubjects
import CLibrary

@main
enum Benchmarks {
  /// The groups of figures. All are run without arguments, or those that are
  /// named. A group runs in its own process.
  private static let groups = [
    "instructions", "threads", "advice", "objects", "removals", "couriers", "collecting", "walk",
    "records",
    "resolution", "today", "inspection",
  ]

  static func main() {
    Watching.isOn = false
    let arguments = CommandLine.arguments.dropFirst()
    switch (arguments.first, arguments.dropFirst().first) {
    case (nil, _):
      let output = groups.map { Process.again($0, "lines") ?? "" }
      Figure.printTable(
        CallFigures.figures() + output.flatMap { Figure.figures(from: $0) })
    case ("calls", nil): Figure.printTable(CallFigures.figures())
    case ("calls", let kind?): CallFigures.measure(CallKind(rawValue: kind)!)
    case ("advice", "time"?), ("advice", "run"?):
      AdviceFigures.run(Array(arguments.dropFirst()))
    case ("removals", "time"?): RemovalFigures.run(Array(arguments.dropFirst()))
    case ("couriers", "time"?), ("couriers", "run"?):
      CourierFigures.run(Array(arguments.dropFirst()))
    case ("collecting", "time"?), ("collecting", "run"?):
      CollectionFigures.run(Array(arguments.dropFirst()))
    case ("run", _): InstructionFigures.run(Array(arguments.dropFirst()))
    case (let group?, nil): Figure.printTable(figures(of: group))
    case (let group?, _): for figure in figures(of: group) { print(figure.line) }
    }
  }

  private static func figures(of group: String) -> [Figure] {
    switch group {
    case "instructions": return InstructionFigures.figures()
    case "threads": return ThreadFigures.figures()
    case "advice": return AdviceFigures.figures()
    case "objects": return ObjectAdviceFigures.figures()
    case "removals": return RemovalFigures.figures()
    case "couriers": return CourierFigures.figures()
    case "collecting": return CollectionFigures.figures()
    case "resolution": return ResolutionFigures.figures()
    case "today": return AlternativeFigures.figures()
    case "inspection": return InspectionFigures.figures()
    case "walk", "records":
      guard Process.has("clang") else { return [Figure(group, skipped: "there is no clang")] }
      return Process.withTemporaryFolder {
        let images = GeneratedImages(folder: $0)
        return group == "walk"
          ? LoaderFigures.walk(images) : LoaderFigures.records(images)
      }
    default:
      let groups = groups.joined(separator: ", ")
      var message = "error: no group is called \(group): calls, \(groups)\n"
      message.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
      exit(2)
    }
  }
}
