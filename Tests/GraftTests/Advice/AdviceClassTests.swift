// SPDX-License-Identifier: Apache-2.0

import Graft
import Testing

@Extensible
protocol Framed {
  func rendered() -> String
  func size() -> Int
}

@Extension
final class Render<Subject: Framed>: FramedExtension<Subject> {
  override func rendered(_ subject: Subject) -> String { "plain" }
  override func size(_ subject: Subject) -> Int { 1 }
}

/// A class of advice that calls another requirement than its own.
@Advice
final class Frame<Subject: Framed>: FramedExtension<Subject> {
  override func rendered(_ subject: Subject) -> String {
    "<\(super.rendered(subject)) \(size(subject))>"
  }
}

/// Notes what would run next.
private final class Watch: AroundPointcut, @unchecked Sendable {
  let log = Log()

  override func around(_ call: RunningCall, _ proceed: Proceed) throws {
    log.add(call.implementation?.descriptor.extensionName ?? "none")
    try proceed()
  }
}

@Suite("Classes of advice beside closures", .serialized)
struct AdviceClassTests {
  struct Sheet: Framed {}

  struct Own: Framed {
    @Advisable((any Framed).self)
    func rendered() -> String { "own" }
  }

  @Test("A call goes on as it began where a class of advice goes meanwhile")
  func changes() throws {
    let log = Log()
    let outer = try FramedExtension<Sheet>.joinPoints.rendered.before {
      log.add("outer")
      ExtensionRegistry.block("GraftTests.Frame")
    }
    let inner = try FramedExtension<Sheet>.joinPoints.rendered.before(.precedence(-1)) {
      log.add("inner")
    }
    #expect(Sheet().rendered() == "<plain 1>")
    #expect(log.take() == ["outer", "inner"])
    #expect(Sheet().rendered() == "plain")
    #expect(log.take() == ["outer", "inner"])
    try ExtensionRegistry.unblock("GraftTests.Frame")
    for token in [outer, inner] { try token.remove() }
    #expect(Sheet().rendered() == "<plain 1>")
    #expect(log.take() == [])
  }

  @Test("In front of a type's own implementation it reaches the other requirements")
  func own() {
    #expect(Own().rendered() == "<own 1>")
  }

  @Test("A running call names the extension behind links of other advice")
  func implementation() throws {
    let watch = Watch()
    let token = try FramedExtension<Sheet>.joinPoints.size.around(with: watch)
    #expect(Sheet().size() == 1)
    #expect(watch.log.take() == ["GraftTests.Render"])
    try token.remove()
  }

  @Test("An advice's end is told once")
  func ends() throws {
    final class Object: Framed {}
    func install(_ object: Object) throws -> AdviceToken {
      try FramedExtension<Object>.joinPoints(of: object).rendered.before {}
    }
    var object: Object? = Object()
    let (removed, gone) = (try install(object!), try install(object!))
    #expect(try removed.remove())
    weak let observed = object
    object = nil
    #expect(eventually { observed == nil })
    #expect(try !removed.remove())
    #expect(throws: AdviceError.self) { try gone.remove() }
    #expect(try !gone.remove())
  }
}
