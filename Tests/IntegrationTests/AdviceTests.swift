// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing

/// Classes with `@Advice` in a plug-in, around what the host implements.
@Suite("Advice of a plug-in")
struct AdviceTests {
  private let plain = ["Dog default; Cat default"]
  private let advised = ["Dog [DEFAULT]!; Cat perhaps [default]"]

  /// Of `call` and `ask`, with the plug-in and without.
  private let heard = [
    "counted Dog", "before Dog Speaker.ask()", "after Dog Speaker.ask()", "counted Cat",
    "Dog default; Cat default",
  ]

  @Test("It runs as soon as the plug-in is loaded, until that is withdrawn, and again")
  func withdraw() async throws {
    let lines = try await ImageHost.run([
      "call", "ask", "load libAdvising.so", "call", "ask", "withdraw libAdvising.so", "call", "ask",
      "reinstate libAdvising.so", "call", "ask", "roll-back libAdvising.so", "call", "ask",
    ])
    let loaded = [
      #"loaded: ["libAdvising.so of libAdvising.so"]"#,
      "descriptors: Advising.Amplifying, Advising.Counting, Advising.Doubting, Advising.Framing, "
        + "Advising.Listening",
    ]
    #expect(
      lines == plain + plain + loaded + advised + heard
        + ["libAdvising.so: withdrawn"] + plain + plain
        + ["libAdvising.so: active"] + advised + heard
        + ["libAdvising.so: rolledBack"] + plain + plain)
  }

  @Test("It is found where the plug-in is opened before the first call, too")
  func openedFirst() async throws {
    let lines = try await ImageHost.run(["open libAdvising.so", "call", "ask"])
    #expect(lines == ["opened"] + advised + heard)
  }

  @Test("One class is blocked without the others")
  func block() async throws {
    let lines = try await ImageHost.run([
      "load libAdvising.so", "block Advising.Amplifying", "call", "block Advising.Counting",
      "ask", "unblock Advising.Amplifying", "call",
    ])
    let expected =
      ["blocked: ", "Dog [default]; Cat perhaps [default]", "blocked: "]
      + heard.filter { !$0.hasPrefix("counted") } + ["unblocked: "] + advised
    #expect(Array(lines.dropFirst(2)) == expected)
    let environment = ["GRAFT_BLOCK": "Advising.Framing,Advising.Listening"]
    let blocked = try await ImageHost.run(
      ["load libAdvising.so", "call", "ask"], environment: environment)
    #expect(
      blocked.dropFirst(2) == [
        "Dog DEFAULT!; Cat perhaps default", "counted Dog", "counted Cat",
        "Dog default; Cat default",
      ])
  }

  @Test("It goes around what another plug-in brings, whichever comes first")
  func otherPlugin() async throws {
    for order in [["Alpha", "Advising"], ["Advising", "Alpha"]] {
      let lines = try await ImageHost.run(
        ["call"] + order.map { "load lib\($0).so" } + ["call", "withdraw libAlpha.so", "call"])
      let own = lines.filter { $0.hasPrefix("Dog ") }
      #expect(
        own == plain + ["Dog [ALPHA, DEFAULT]!; Cat perhaps [alpha, default]"] + advised,
        "\(order)")
    }
  }

  @Test("A resolution shows it around who answers")
  func resolution() async throws {
    let lines = try await ImageHost.run(["load libAdvising.so", "resolution"])
    let words = lines.dropFirst(3).map { line in
      line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    #expect(
      words == [
        "requirement implementation rule source image",
        "speak() around Advising.Amplifying where Loud advice Advising/Advising.swift:11 "
          + "libAdvising.so",
        "around Advising.Framing advice Advising/Advising.swift:5 libAdvising.so",
        "answers ImagesExtensions.Default only ImagesExtensions/ImagesExtensions.swift:5 images",
        "not ImagesExtensions.OfNamed where Named — ImagesExtensions/ImagesExtensions.swift:11 "
          + "images",
        "since the subject does not meet Named",
        "ask() around Advising.Counting advice Advising/Advising.swift:35 libAdvising.so",
        "around Advising.Listening where named *.?og advice Advising/Advising.swift:24 "
          + "libAdvising.so",
        "answers ImagesExtensions.Default only ImagesExtensions/ImagesExtensions.swift:5 images",
      ], "\(lines)")
  }

  @Test("A pointcut whose record is of the time when pointcuts were advice is one")
  func earlierPointcut() async throws {
    let lines = try await ImageHost.run([
      "load libRecorded.so", "ask", "withdraw libRecorded.so", "ask",
    ])
    #expect(
      lines == [
        #"loaded: ["libRecorded.so of libRecorded.so"]"#, "descriptors: Recorded.Hearing",
        "heard Dog", "Dog default; Cat default", "libRecorded.so: withdrawn",
        "Dog default; Cat default",
      ])
    let plugin = try await ImageHost.program().folder + "libRecorded.so"
    let report = try Command.run(
      Folders.products + "inspect-sections", ["list", "--format", "json", plugin])
    #expect(report.contains(#""kind":"pointcut","#) && report.contains(#""constraints":[],"#))
    #expect(report.contains(#""protocol":"ImagesAPI.*","#))
    #expect(report.contains(#""subjects":"*.?og""#))
  }

  @Test("It is no implementation: where nothing answers it does not run")
  func nothingAnswers() async throws {
    let program = try await ImageHost.program()
    let commands = ["open libAdvising.so", "run dog_idles"]
    let outcome = try program.run("images", commands)
    #expect(outcome.wasKilled)
    #expect(ImageHost.lines(outcome) == ["opened"])
    #expect(outcome.errors.contains("Idler.idle()"), "\(outcome)")
    let lines = try await ImageHost.run(["load libIdling.so"] + commands)
    #expect(
      lines.suffix(3) == ["before Dog Idler.idle()", "after Dog Idler.idle()", "Dog idle"])
  }

  @Test("Of a class in two images, one runs")
  func twice() async throws {
    let program = try await ImageHost.program()
    try program.link(
      "libAdvisingToo.so", program.objects["Advising"], libraries: ImageHost.libraries)
    let lines = try await ImageHost.run([
      "load libAdvising.so", "open libAdvisingToo.so", "call", "ask", "diagnostics",
    ])
    #expect(Array(lines.dropFirst(3).prefix(6)) == advised + heard)
    let named = lines.filter { $0.contains("libAdvisingToo.so") }
    #expect(named.count == 5, "\(lines)")
  }

  @Test("Of a protocol that has changed since, it is refused with its image")
  func otherShape() async throws {
    let program = try await ImageHost.program()
    let text = """
      import Graft
      import ImagesAPI
      @Advice
      final class Waiting<Subject: ImagesAPI.Idler>: IdlerExtension<Subject> {
        override func idle(_ subject: Subject) -> String { "..." + super.idle(subject) }
      }
      """
    let folder = try Folders.make("Images/waiting")
    try text.write(toFile: folder + "Waiting.swift", atomically: true, encoding: .utf8)
    let module = Module("Waiting", of: "Images-inserted", writtenTo: folder + "Waiting.swift")
    let api = Module("ImagesAPI", of: "Images", variant: "-inserted", flags: ["-D", "INSERTED"])
    _ = try api.compile(.debug)
    let object = try module.compile(.debug)
    try program.link("libWaiting.so", [object], libraries: ImageHost.libraries)
    let lines = try await ImageHost.run(["load libWaiting.so", "call"])
    #expect(lines[0].hasPrefix("refused: "), "\(lines)")
    #expect(lines[0].contains("Idler"), "\(lines)")
    // Opened otherwise it is passed over, and does not stand in the way of the same
    // class in an image that sorts behind it.
    let present = Module("Waiting", of: "Images", writtenTo: folder + "Waiting.swift")
    try program.link(
      "libXWaiting.so", [try present.compile(.debug)], libraries: ImageHost.libraries)
    let both = try await ImageHost.run([
      "load libIdling.so", "open libWaiting.so", "open libXWaiting.so", "open libAdvising.so",
      "run dog_idles",
    ])
    #expect(both.last == "Dog ...idle", "\(both)")
  }

  @Test("inspect-sections shows its records, and finds nothing wrong")
  func inspection() async throws {
    let program = try await ImageHost.program()
    let inspector = Folders.products + "inspect-sections"
    let plugin = program.folder + "libAdvising.so"
    let list = try Command.run(inspector, ["list", plugin])
    let rows = list.split(separator: "\n").map { line in
      line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    let typed =
      "Speaker Advising.Doubting (advice) applies(to:) speak() Advising/Advising.swift:17 "
      + "libAdvising.so"
    let pointcut =
      "ImagesAPI.* Advising.Listening (pointcut) named *.?og ask(), idl* -1 "
      + "Advising/Advising.swift:24 libAdvising.so"
    #expect(rows.contains(typed) && rows.contains(pointcut), "\(list)")
    #expect(try Command.run(inspector, ["check", plugin, program.folder + "images"]) == "")
    let report = try Command.run(inspector, ["list", "--format", "json", plugin])
    #expect(report.contains(#""kind":"advice""#))
    #expect(report.contains(#""kind":"pointcut""#) && report.contains(#""subjects":"*.?og""#))
    // Advice is in no chain.
    let why = try Command(inspector, ["why", "Speaker.speak()", plugin]).run()
    #expect(why.status == 1 && why.output.contains("No extension of Speaker.speak()"), "\(why)")
  }
}
