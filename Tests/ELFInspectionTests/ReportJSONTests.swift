// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import Foundation
import Testing

@Suite("JSON of reports")
struct ReportJSONTests {
  private func line(_ value: some Encodable) -> String {
    String(decoding: ReportJSON.line(value), as: UTF8.self)
  }

  @Test("has the members in the order of their keys, null for what is not there")
  func order() {
    let problem = Problem(
      Origin(Path("lib.a"), members: [Path("a.o"), Path(bytes: [0x61, 0xff])]),
      InspectionError(.tooLarge, "much", offset: .max))
    #expect(
      line(problem) == #"""
        {"code":"too-large","members":["a.o",{"name":"a�","nameBytes":"61ff"}],\#
        "offset":"0xffffffffffffffff","path":"lib.a","severity":"error","text":"much",\#
        "type":"diagnostic","value":null}
        """#)
  }

  @Test(
    "is one line of what no terminal obeys, and any decoder reads",
    arguments: [
      ("a/b \"c\" \\ äöü → 👋", #""a/b \"c\" \\ äöü → 👋""#),
      ("\u{0}\u{1b}\n\t\r", #""\u0000\u001b\n\t\r""#), ("\u{7f}", #""\u007f""#),
      ("\u{80}\u{9b}\u{9f}", #""\u0080\u009b\u009f""#), ("\u{a0}¿", "\"\u{a0}¿\""),
      ("Ā\u{7f}\u{c2}\u{82}", "\"Ā\\u007fÂ\\u0082\""),
    ])
  func strings(text: String, json: String) throws {
    #expect(line(text) == json)
    #expect(try JSONDecoder().decode(String.self, from: Data(json.utf8)) == text)
  }

  @Test("of a section's content comes in parts that are one value", arguments: [0, 1, 500])
  func content(rows: Int) throws {
    var image = MadeImage(type: 1)
    let entries: [UInt64] = (0..<rows).flatMap { [8 * UInt64($0), 1, 0x40] }
    let text = Array(repeating: Array("abc\u{7f}, text\0".utf8), count: rows).flatMap { $0 }
    image.sections = [
      .init(name: "made", bytes: text),
      .init(name: ".rela", type: 4, info: 1, bytes: image.words(entries, byteCount: 8)),
    ]
    let file = try ELFFile(bytes: image.bytes)
    let section = try #require(try file.sections(named: "made").first)
    let content = try file.content(of: section) { _ in }
    var bytes: [UInt8] = []
    LocatedContent(Origin(Path("made.o")), content).writeJSON { bytes += $0 }
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
    #expect(object["bytes"] as? String == text.hexadecimal)
    #expect(object["path"] as? String == "made.o" && object["name"] as? String == "made")
    let relocations = try #require(object["relocations"] as? [[String: Any]])
    #expect(
      relocations.compactMap { $0["offset"] as? String } == content.relocations.map(\.offset.hex))
    #expect(content.relocations.count == rows)
    #expect((object["strings"] as? [Any])?.count == content.strings.count)
    #expect(!bytes.contains(0x0a) && !bytes.contains(0x7f))
  }
}
