// SPDX-License-Identifier: Apache-2.0

import Graft
import Synchronization
import Testing

/// What a type implements itself.
@Suite("Advice of a type's own implementation")
struct OwnImplementationTests {
  @Test("It sees direct calls and calls through the protocol")
  func methods() throws {
    let log = Log()
    let points = DeskExtension<AdvisableDesk>.joinPoints
    let desk = AdvisableDesk()
    #expect(desk.greet("Ann") == "own Ann")
    let tokens = [
      try points.greet.around { desk, other, proceed in proceed(other + "!") + desk.name },
      try points.motto.before { type, suffix in log.add("\(type) \(suffix)") },
      try points.rename.around { desk, name, proceed in proceed(&desk, name + "?") },
      try points.admit.after { _, name, outcome in log.add("\((try? outcome.get()) ?? -1)") },
    ]
    #expect(desk.greet("Ann") == "own Ann!own")
    #expect((desk as any Desk).greet("Bob") == "own Bob!own")
    #expect(AdvisableDesk.motto("x") == "own motto x")
    var changed = desk
    #expect(changed.rename("new") == "new?")
    #expect(changed.name == "new?")
    #expect(throws: Refused(reason: "own")) { try desk.admit("Ann") }
    #expect(log.take() == ["AdvisableDesk x", "-1"])
    for token in tokens { try token.remove() }
    #expect(desk.greet("Ann") == "own Ann")
    #expect(AdvisableDesk.motto("x") == "own motto x")
    #expect(log.lines == [])
  }

  @Test("A subclass's objects are advised in what they inherit, each implementation once")
  func classes() throws {
    let log = Log()
    let all = try DeskExtension<AdvisableClerk>.joinPointsWithSubclasses.greet.before { clerk, _ in
      log.add("all \(type(of: clerk))")
    }
    let trainee = try DeskExtension<AdvisableTrainee>.joinPoints.greet.before { _, _ in
      log.add("trainee")
    }
    #expect(AdvisableClerk().greet("Ann") == "clerk Ann")
    #expect(log.take() == ["all AdvisableClerk"])
    let clerk: AdvisableClerk = AdvisableTrainee()
    #expect(clerk.greet("Ann") == "trainee clerk Ann")
    // The override is an implementation, and so is the one that it calls.
    #expect(log.take() == ["all AdvisableTrainee", "trainee", "all AdvisableTrainee", "trainee"])
    #expect(AdvisableIntern().greet("Ann") == "clerk Ann")
    #expect(log.take() == ["all AdvisableIntern"])
    let motto = try DeskExtension<AdvisableClerk>.joinPointsWithSubclasses.motto.around {
      type, suffix, proceed in "\(type): \(proceed(suffix))"
    }
    #expect(AdvisableTrainee.motto("") == "AdvisableTrainee: clerk's")
    try motto.remove()
    try all.remove()
    try trainee.remove()
    #expect(clerk.greet("Ann") == "trainee clerk Ann")
    #expect(log.lines == [])
  }

  @Test("Initialisers of values and generic types are advised")
  func initialisers() throws {
    let token = try PairedExtension<AdvisablePair<Int>>.joinPoints.init_.around {
      _, text, proceed in
      proceed(text.uppercased())
    }
    #expect(AdvisablePair<Int>(text: "a").text == "A")
    #expect(AdvisablePair<String>(text: "a").text == "a")
    try token.remove()
    #expect(AdvisablePair<Int>(text: "a").text == "a")
  }
}

@Extensible
protocol Hatch {
  func open() -> Int
}

private struct OwnHatch: Hatch {
  @Advisable((any Hatch).self)
  func open() -> Int { 1 }
}

@Advice(priority: 1)
final class Keeper<Subject: Hatch>: HatchExtension<Subject> {
  override func open(_ subject: Subject) -> Int {
    HatchCode.next.withLock { $0.take() }?()
    return super.open(subject)
  }
}

private enum HatchCode {
  /// Code for the next call.
  static let next = Mutex<(@Sendable () -> Void)?>(nil)
}

extension OwnImplementationTests {
  @Test("A running call sees inside of a class what is installed and removed meanwhile")
  func running() throws {
    let token = Mutex<AdviceToken?>(nil)
    #expect(OwnHatch().open() == 1)
    HatchCode.next.withLock {
      $0 = {
        let installed = try? HatchExtension<OwnHatch>.joinPoints.open.around { $1() + 1 }
        token.withLock { $0 = installed }
      }
    }
    #expect(OwnHatch().open() == 2)
    HatchCode.next.withLock { $0 = { _ = token.withLock { try? $0?.remove() } } }
    #expect(OwnHatch().open() == 1)
  }

  @Test("Methods in a constrained extension are advised, each overload by itself")
  func constrained() throws {
    let token = try TalliedExtension<[Int]>.joinPoints.count_times_Int.around {
      _, factor, proceed in proceed(factor) + 100
    }
    #expect([1, 2].count(times: 3) == 106)
    #expect([1, 2].count(times: "x") == "2x")
    #expect(["a"].count(times: 3) == 3)
    try token.remove()
    #expect([1, 2].count(times: 3) == 6)
  }

  @Test("Stored properties are advised, read and written")
  func properties() throws {
    let log = Log()
    let points = DeskExtension<AdvisableShelf>.joinPoints
    let tokens = [
      try points.name.around { _, proceed in proceed().uppercased() },
      try points.setName.around { shelf, name, proceed in
        log.add(name)
        proceed(&shelf, name + "!")
      },
    ]
    var shelf = AdvisableShelf()
    #expect(shelf.name == "SHELF")
    shelf.name = "new"
    #expect(shelf.name == "NEW!")
    #expect(log.take() == ["new"])
    for token in tokens { try token.remove() }
    #expect(shelf.name == "new!")
    #expect(AdvisableShelf(name: "given").name == "given")
  }

  @Test("#function is the name of the declared member")
  func functionNames() {
    let pen = AdvisablePen(width: 1)
    #expect(pen.made == "init(width:)")
    #expect(pen.draw(1, at: 2) == ["draw(_:at:)", "draw(_:at:)", "inner()"])
  }

  @Test("A weak property stays one")
  func weakProperty() {
    let team = AdvisableTeam()
    do {
      let leader = AdvisableTeam()
      team.leader = leader
      withExtendedLifetime(leader) { #expect(team.leader != nil) }
    }
    #expect(team.leader == nil)
  }
}

@Extensible
protocol Drawing {
  init(width: Int)
  func draw(_ count: Int, at place: Int) -> [String]
}

struct AdvisablePen: Drawing {
  let made: String

  @Advisable((any Drawing).self)
  init(width: Int) { made = #function }

  @Advisable((any Drawing).self)
  func draw(_ count: Int, at place: Int) -> [String] {
    func inner() -> String { #function }
    return [#function, { "\(#function)" }(), inner()]
  }
}

@Extensible
protocol Led: AnyObject { var leader: AdvisableTeam? { get } }

final class AdvisableTeam: Led {
  @AdvisableProperty((any Led).self) weak var leader: AdvisableTeam?
}

struct AdvisableShelf: Desk {
  @AdvisableProperty((any Desk).self, setter: true)
  var name: String = "shelf"
}

@Extensible
protocol Paired {
  init(text: String)
}

@Extensible
protocol Tallied {
  func count(times factor: Int) -> Int
  func count(times unit: String) -> String
}

extension Array: Tallied where Element: Hashable {
  @Advisable((any Tallied).self, typed: true)
  func count(times factor: Int) -> Int { Set(self).count * factor }

  @Advisable((any Tallied).self, typed: true)
  func count(times unit: String) -> String { "\(Set(self).count)\(unit)" }
}

struct AdvisablePair<Value>: Paired {
  let text: String
  var value: Value?

  @Advisable((any Paired).self)
  init(text: String) {
    self.text = text
    value = nil
  }
}

struct AdvisableDesk: Desk {
  var name = "own"

  @Advisable((any Desk).self)
  func greet(_ other: String) -> String { "own \(other)" }

  @Advisable((any Desk).self)
  static func motto(_ suffix: String) -> String { "own motto \(suffix)" }

  @Advisable((any Desk).self)
  mutating func rename(_ name: String) -> String {
    self.name = name
    return name
  }

  @Advisable((any Desk).self)
  func admit(_ name: String) throws -> Int { throw Refused(reason: "own") }
}

class AdvisableClerk: Desk {
  var name = "clerk"

  @Advisable((any Desk).self)
  func greet(_ other: String) -> String { "clerk \(other)" }

  @Advisable((any Desk).self)
  class func motto(_ suffix: String) -> String { "clerk's" }
}

class AdvisableTrainee: AdvisableClerk {
  @Advisable((any Desk).self)
  override func greet(_ other: String) -> String { "trainee " + super.greet(other) }
}

final class AdvisableIntern: AdvisableClerk {}
