// SPDX-License-Identifier: Apache-2.0

import ELFInspection
import Testing

@Suite("JSON")
struct JSONValueTests {
  @Test(
    "writes what it reads, exactly",
    arguments: [
      "null", "true", "false", "0", "-1", "9223372036854775807", "-9223372036854775808", "1.5",
      "\"\"", #""\"\\""#, #""\n\t\r""#, #""\u0000\u001b\u007f""#, "\"äöü → 👋\"", "[]", "{}",
      #"[1,[2,{"a":null}],"x"]"#, #"{"b":1,"a":[true,false]}"#,
    ])
  func roundTrip(text: String) throws {
    #expect(try JSONValue.parse(text).description == text)
  }

  @Test(
    "reads every form that RFC 8259 allows",
    arguments: [
      (" [ 1 , 2 ] ", "[1,2]"), ("1e3", "1000.0"), ("1E+2", "100.0"), ("-0.5e-1", "-0.05"),
      (#""\u0041\u00e4\/\b\f""#, #""Aä/\u0008\u000c""#), (#""\ud83d\udc4b""#, "\"👋\""),
      ("\r\n\t 1", "1"), ("18446744073709551616", "1.8446744073709552e+19"),
    ])
  func otherForms(text: String, canonical: String) throws {
    #expect(try JSONValue.parse(text).description == canonical)
  }

  @Test(
    "refuses what is no JSON",
    arguments: [
      "", "nul", "[1,]", "[1 2]", "{\"a\"}", "{\"a\":1,}", "{a:1}", "01", "1.", ".5", "+1", "1e",
      "\"", "\"\n\"", #""\x""#, #""\u12""#, #""\u+123""#, #""\ud83d""#, #""\ud83dx""#, #""\udc4b""#,
      "'a'", "[", "{", "1 2", "\u{feff}1", "NaN", "Infinity", "-",
      String(repeating: "[", count: 100_000),
    ])
  func malformed(text: String) {
    #expect(throws: JSONError.self) { try JSONValue.parse(text) }
  }

  @Test("reads one value for each line")
  func lines() throws {
    #expect(try JSONValue.parseAll(Array("1\n{}\n".utf8)) == [.integer(1), .object([])])
    #expect(throws: JSONError.self) { try JSONValue.parseAll([0xff]) }
  }
}
