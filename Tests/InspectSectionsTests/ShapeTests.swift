// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

/// The meaning of constraints, by the types in files.
@Suite("resolve of constraints")
struct ShapeTests {
  private let fixture: Fixture
  private let files: [String]

  init() throws {
    fixture = try Fixture()
    let folder = fixture.scratch.path
    let records = try fixture.object("Shapes/shapes.c", as: "shapes.o")
    let flags = ["-parse-as-library", "-emit-library", "-emit-module", "-I", folder, "-L", folder]
    let sources = Fixture.sources + "Shapes/"
    try Command.run(
      "swiftc",
      flags + ["-module-name", "Graft", sources + "Graft.swift", "-o", "libGraft.so"]
        + [try fixture.object("Shapes/graft.c", as: "graft.o")], in: folder)
    try Command.run(
      "swiftc",
      flags + ["-module-name", "Shapes", sources + "Shapes.swift", records, "-lGraft"]
        + ["-o", "libShapes.so"], in: folder)
    files = ["libShapes.so", "libGraft.so"].map(fixture.scratch.path)
  }

  @Test("compares arguments of superclasses, and knows of generic types what holds for each")
  func constraints() throws {
    let results = try InspectSections.results(["resolve"] + files)
    let found = Dictionary(
      results.map { answer in
        let chain = answer["chain"]?.elements?.compactMap { $0["extension"]?.text } ?? []
        let words =
          [answer["outcome"]?.text ?? ""] + chain.map { $0.replacing("Shapes.", with: "") }
        return (answer["subject"]?.text ?? "", words.joined(separator: " "))
      }, uniquingKeysWith: { $0 + $1 })
    #expect(
      found == [
        "Shapes.OfInts": "answered OfMarked OfIntCrate Plain",
        "Shapes.OfStrings": "answered OfMarked Plain",
        "Shapes.OfPriorities": "answered OfMarked Plain",
        "Shapes.Safe": "answered OfList OfKey OfCoded OfHashable Plain",
        "Shapes.Passing": "answered Plain", "Shapes.Pair": "answered Plain",
        "Shapes.Hashed": "depends OfHashable Plain", "Shapes.Open": "depends Plain",
        "Shapes.Coded": "answered OfCoded OfInt OfHashable Plain",
        "Shapes.Uncoded": "answered Plain",
        "Shapes.Person": "answered OfBoth OfAged Plain", "Shapes.Stone": "answered OfAged Plain",
        "Swift.String": "answered OfCharacters Plain", "Swift.Array": "depends Plain",
      ])
  }

  @Test("is as wide as the terminal, and cuts no name", arguments: [80, 100, 160])
  func terminal(width: Int) throws {
    for (verb, question) in [("resolve", []), ("why", ["Shape"])] {
      let words = [InspectSections.path, verb] + question + files
      let run = try Command.outcome(
        "script", ["-qec", "stty cols \(width); \(words.joined(separator: " "))", "/dev/null"],
        environment: ["NO_COLOR": "1"])
      let text = run.output.replacing("\r\n", with: "\n")
      #expect(run.status == 0 && text.split(separator: "\n").allSatisfy { $0.count <= width })
      #expect(!text.contains("…"))
      try Golden(Fixture.sources + "Shapes/\(verb)-\(width).txt").check(text)
    }
  }
}
