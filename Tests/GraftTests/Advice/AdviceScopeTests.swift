// SPDX-License-Identifier: Apache-2.0

import Graft
import Testing

/// For whom an advice stands.
@Suite("The scope of an advice", .serialized)
struct AdviceScopeTests {
  class Clerk: Desk {
    var name = "clerk"
  }
  final class Trainee: Clerk {}
  struct Machine: Desk { var name = "machine" }

  @Test("A type's is not its subclasses'; a class's can be")
  func classes() throws {
    let log = Log()
    let own = try DeskExtension<Clerk>.joinPoints.greet.before { clerk, _ in
      log.add("own \(clerk.name)")
    }
    #expect(Trainee().greet("Ann") == "Hello, Ann")
    #expect(log.take() == [])
    _ = Clerk().greet("Ann")
    #expect(log.take() == ["own clerk"])
    let all = try DeskExtension<Clerk>.joinPointsWithSubclasses.greet.before { clerk, _ in
      log.add("all \(type(of: clerk))")
    }
    let trainee: any Desk = Trainee()
    _ = trainee.greet("Ann")
    #expect(log.take() == ["all Trainee"])
    let narrow = try DeskExtension<Trainee>.joinPoints.greet.around { trainee, other, proceed in
      log.add("trainee")
      return proceed(other)
    }
    _ = trainee.greet("Ann")
    #expect(log.take() == ["all Trainee", "trainee"])
    _ = Machine().greet("Ann")
    #expect(log.take() == [])
    for token in [own, all, narrow] { try token.remove() }
    _ = trainee.greet("Ann")
    #expect(log.lines == [])
  }

  @Test("An object's is for that object, which it does not keep alive")
  func objects() throws {
    let log = Log()
    var advised: Clerk? = Trainee()
    let other = Trainee()
    let token = try DeskExtension<Clerk>.joinPoints(of: advised!).greet.before { clerk, _ in
      log.add("advised \(type(of: clerk))")
    }
    _ = other.greet("Ann")
    #expect(log.take() == [])
    _ = advised?.greet("Ann")
    #expect(log.take() == ["advised Trainee"])
    #expect(token.isInstalled)
    weak let watched = advised
    advised = nil
    // A change of the registry on another test's thread may look at it meanwhile.
    #expect(eventually { watched == nil })
    #expect(!token.isInstalled)
    #expect(throws: AdviceError.objectGone(type: String(reflecting: Trainee.self))) {
      try token.remove()
    }
    _ = other.greet("Ann")
    #expect(log.lines == [])
  }

  @Test("The name of an advice whose object is gone is free, and nothing lists it")
  func namesOfObjects() throws {
    let name = "of an object that goes"
    func install(for clerk: Clerk) throws -> AdviceToken {
      try DeskExtension<Clerk>.joinPoints(of: clerk).greet.before(.named(name)) { _, _ in }
    }
    func isListed() -> Bool { ExtensionRegistry.advice.contains { $0.name == name } }
    // An installation looks at a few of the others.
    let others = (0..<20).map { _ in Trainee() }
    let tokens = try others.map { try DeskExtension<Clerk>.joinPoints(of: $0).greet.before {} }
    var advised: Clerk? = Trainee()
    _ = try install(for: advised!)
    // A release build lets go of an object after its last use.
    withExtendedLifetime(advised) { #expect(isListed()) }
    weak let watched = advised
    advised = nil
    #expect(eventually { watched == nil })
    #expect(!isListed())
    #expect(!ExtensionRegistry.removeAdvice(named: name))
    _ = try install(for: others[0])
    #expect(isListed())
    #expect(throws: AdviceError.nameTaken(name)) { try install(for: others[1]) }
    #expect(ExtensionRegistry.removeAdvice(named: name))
    for token in tokens { try token.remove() }
    withExtendedLifetime(others) {}
  }

  @Test("Every subject's sees any of the protocol, with the arguments' types")
  func everySubject() throws {
    struct First: Desk { var name = "first" }
    enum Second: Desk {
      case second
      var name: String {
        get { "second" }
        set {}
      }
    }
    let log = Log()
    let points = DeskJoinPoints.type(First.self)
    let tokens = [
      // Other tests' desks are advised too, while they run beside this one.
      try DeskJoinPoints.everySubject.ticket.before { desk in
        if desk is First || desk is Second { log.add(desk.name) }
      },
      try points.price.around { desk, count, unit, proceed in proceed(count, unit) + 0.25 },
      try points.rename.around { desk, name, proceed in
        desk.name = "changed"
        let result = proceed(&desk, name + "?")
        desk.name += "!"
        return result
      },
      try points.motto.before { type, suffix in log.add("\(type) \(suffix)") },
      try points.admit.after { desk, _, outcome in log.add("\((try? outcome.get()) ?? 0)") },
    ]
    let subjects: [any Desk] = [First(), Second.second]
    for subject in subjects { _ = subject.ticket() }
    #expect(log.take() == ["first", "second"])
    var first = First()
    #expect(first.price(1, of: 1) == 1.25)
    #expect(Second.second.price(1, of: 1) == 1)
    #expect(first.rename("new") == "new?")
    #expect(first.name == "new?!")
    _ = First.motto("x")
    _ = try first.admit("Ann")
    #expect(log.take() == ["First x", "3"])
    for token in tokens { try token.remove() }
  }

  @Test("A type can be named before an image brings it")
  func typeOfName() throws {
    struct Later: Desk { var name = "later" }
    let log = Log()
    let name = String(reflecting: Later.self)
    let token = try DeskJoinPoints.type(named: name).greet.before { desk, other in
      log.add("\(desk.name) \(other)")
    }
    #expect(token.isInstalled)
    _ = Machine().greet("Ann")
    _ = Later().greet("Ann")
    #expect(log.take() == ["later Ann"])
    try token.remove()
  }
}
