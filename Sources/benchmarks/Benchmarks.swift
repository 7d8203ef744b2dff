// SPDX-License-Identifier: Apache-2.0

@main
enum Benchmarks {
  /// Without arguments all figures, with the name of a group that group's. A group
  /// runs in a process of its own.
  private static let groups = ["instructions", "threads", "walk", "records", "resolution", "today"]

  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    switch (arguments.first, arguments.dropFirst().first) {
    case (nil, _):
      let output = groups.map { Process.again($0, "lines") ?? "" }
      Figure.printTable(
        CallFigures.figures() + output.flatMap { Figure.figures(from: $0) })
    case ("calls", nil): Figure.printTable(CallFigures.figures())
    case ("calls", let kind?): await CallFigures.measure(CallKind(rawValue: kind)!)
    case ("run", _): await InstructionFigures.run(Array(arguments.dropFirst()))
    case (let group?, nil): Figure.printTable(await figures(of: group))
    case (let group?, _): for figure in await figures(of: group) { print(figure.line) }
    }
  }

  private static func figures(of group: String) async -> [Figure] {
    switch group {
    case "instructions": return await InstructionFigures.figures()
    case "threads": return ThreadFigures.figures()
    case "resolution": return ResolutionFigures.figures()
    case "today": return await AlternativeFigures.figures()
    case "walk", "records":
      guard Process.has("clang") else { return [Figure(group, skipped: "there is no clang")] }
      return await Process.withTemporaryFolder {
        let images = GeneratedImages(folder: $0)
        return group == "walk"
          ? await LoaderFigures.walk(images) : await LoaderFigures.records(images)
      }
    default: fatalError("groups: calls, \(groups.joined(separator: ", "))")
    }
  }
}
