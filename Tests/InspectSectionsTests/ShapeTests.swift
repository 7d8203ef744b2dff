// SPDX-License-Identifier: Apache-2.0

import TestSupport
import Testing

/// What constraints mean, by the types in files.
@Suite("resolve of constraints")
struct ShapeTests {
  @Test("compares arguments of superclasses, and knows of generic types what holds for each")
  func constraints() throws {
    let fixture = try Fixture()
    let folder = fixture.scratch.path
    let records = try fixture.object("Shapes/shapes.c", as: "shapes.o")
    let flags = ["-parse-as-library", "-emit-library", "-emit-module", "-I", folder, "-L", folder]
    let sources = Fixture.sources + "Shapes/"
    try Command.run(
      "swiftc",
      flags + ["-module-name", "Graft", sources + "Graft.swift", "-o", "libGraft.so"], in: folder)
    try Command.run(
      "swiftc",
      flags + ["-module-name", "Shapes", sources + "Shapes.swift", records, "-lGraft"]
        + ["-o", "libShapes.so"], in: folder)
    let results = try InspectSections.results(
      ["resolve"] + ["libShapes.so", "libGraft.so"].map(fixture.scratch.path))
    let found = Dictionary(
      results.map { answer in
        let chain = answer["chain"]?.elements?.compactMap { $0["extension"]?.text } ?? []
        let words =
          [answer["outcome"]?.text ?? ""] + chain.map { $0.replacing("Shapes.", with: "") }
        return (answer["subject"]?.text ?? "", words.joined(separator: " "))
      }, uniquingKeysWith: { $0 + $1 })
    #expect(
      found == [
        "Shapes.OfInts": "answered OfIntCrate Plain", "Shapes.OfStrings": "answered Plain",
        "Shapes.Passing": "answered Plain", "Shapes.Pair": "answered Plain",
        "Shapes.Hashed": "depends OfHashable Plain", "Shapes.Open": "depends Plain",
        "Shapes.Coded": "answered OfCoded OfHashable Plain", "Shapes.Uncoded": "answered Plain",
        "Shapes.Person": "answered OfBoth OfAged Plain", "Shapes.Stone": "answered OfAged Plain",
        "Swift.String": "answered OfCharacters Plain", "Swift.Array": "depends Plain",
      ])
  }
}
