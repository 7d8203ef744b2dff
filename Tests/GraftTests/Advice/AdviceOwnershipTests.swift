// SPDX-License-Identifier: Apache-2.0

import Graft
import Testing

/// What can't be copied.
struct Voucher: ~Copyable {
  let number: Int
}

@Extensible
protocol Booth {
  func voucher(_ number: Int) -> Voucher
  func voucherOrRefuse(_ number: Int) throws -> Voucher
  func voucherOrTyped(_ number: Int) throws(Refused) -> Voucher
  func voucherLater(_ number: Int) async throws -> Voucher
  func perhaps(_ number: Int) -> Voucher?
  mutating func next() throws -> Voucher
  static func first() -> Voucher
  var spare: Voucher { get }
  func number(of voucher: borrowing Voucher) -> Int
  func exchange(_ voucher: inout Voucher) throws -> Voucher
}

@Extension
final class BoothWork<Subject: Booth>: BoothExtension<Subject> {
  override func voucher(_ subject: Subject, _ number: Int) -> Voucher { Voucher(number: number) }
  override func voucherOrRefuse(_ subject: Subject, _ number: Int) throws -> Voucher {
    if number == 0 { throw Refused(reason: "none") }
    return Voucher(number: number)
  }
  override func voucherOrTyped(_ subject: Subject, _ number: Int) throws(Refused) -> Voucher {
    if number == 0 { throw Refused(reason: "none") }
    return Voucher(number: number)
  }
  override func voucherLater(_ subject: Subject, _ number: Int) async throws -> Voucher {
    await Task.yield()
    if number == 0 { throw Refused(reason: "none") }
    return Voucher(number: number)
  }
  override func perhaps(_ subject: Subject, _ number: Int) -> Voucher? {
    number == 0 ? nil : Voucher(number: number)
  }
  override func next(_ subject: inout Subject) throws -> Voucher { Voucher(number: 2) }
  override func first(_ subject: Subject.Type) -> Voucher { Voucher(number: 1) }
  override func spare(_ subject: Subject) -> Voucher { Voucher(number: 9) }
  override func number(_ subject: Subject, of voucher: borrowing Voucher) -> Int { voucher.number }
  override func exchange(_ subject: Subject, _ voucher: inout Voucher) throws -> Voucher {
    let old = voucher.number
    voucher = Voucher(number: old + 1)
    return Voucher(number: -old)
  }
}

/// Results that can't be copied are handed on, and lent to what runs after.
@Suite("Advice of what can't be copied")
struct AdviceOwnershipTests {
  private let log = Log()

  /// All kinds around calls of a requirement, each of which is seen.
  @Test("A result is made by before and around, and lent to after")
  func results() throws {
    struct Subject: Booth {}
    let (log, points) = (log, BoothExtension<Subject>.joinPoints)
    try points.voucher.before { _, number in log.add("before \(number)") }
    try points.voucher.after { _, number, voucher in log.add("after \(number) \(voucher.number)") }
    try points.voucher.around { _, number, proceed in
      let made = proceed(number + 1)
      return Voucher(number: made.number * 10)
    }
    #expect(Subject().voucher(3).number == 40)
    #expect(log.take() == ["before 3", "after 3 40"])
    try points.spare.around { proceed in Voucher(number: proceed().number + 1) }
    try points.spare.around { subject, proceed in Voucher(number: proceed().number * 2) }
    try points.spare.after { _, voucher in log.add("after \(voucher.number)") }
    #expect(Subject().spare.number == 19 && log.take() == ["after 19"])
    try points.first.after { log.add("after") }
    try points.first.after { _, voucher in log.add("after \(voucher.number)") }
    #expect(Subject.first().number == 1 && log.take().sorted() == ["after", "after 1"])
    try points.perhaps.after { _, _, voucher in
      switch voucher {
      case .some(let voucher): log.add("some \(voucher.number)")
      case .none: log.add("none")
      }
    }
    #expect(Subject().perhaps(0) == nil && Subject().perhaps(4)?.number == 4)
    #expect(log.take() == ["none", "some 4"])
  }

  @Test("An error or a result that can't be copied is lent to after")
  func throwing() async throws {
    struct Subject: Booth {}
    let (log, points) = (log, BoothExtension<Subject>.joinPoints)
    @Sendable func show<Failure>(_ outcome: borrowing Result<Voucher, Failure>) {
      switch outcome {
      case .success(let voucher): log.add("voucher \(voucher.number)")
      case .failure(let error): log.add("\(error)")
      }
    }
    try points.voucherOrRefuse.after { _, _, outcome in show(outcome) }
    try points.voucherOrTyped.after { _, _, outcome in show(outcome) }
    try points.voucherLater.after { _, _, outcome in show(outcome) }
    try points.next.after { _, outcome in show(outcome) }
    var subject = Subject()
    #expect(try subject.voucherOrRefuse(3).number == 3)
    #expect(throws: Refused.self) { _ = try subject.voucherOrRefuse(0) }
    #expect(try subject.voucherOrTyped(4).number == 4)
    #expect(throws: Refused.self) { _ = try subject.voucherOrTyped(0) }
    #expect(try await subject.voucherLater(5).number == 5)
    await #expect(throws: Refused.self) { _ = try await subject.voucherLater(0) }
    #expect(try subject.next().number == 2)
    let refused = "\(Refused(reason: "none"))"
    #expect(
      log.take() == [
        "voucher 3", refused, "voucher 4", refused, "voucher 5", refused, "voucher 2",
      ])
    try points.voucherOrRefuse.around { proceed in Voucher(number: try proceed().number * 2) }
    #expect(try subject.voucherOrRefuse(3).number == 6)
  }

  @Test("An argument that can't be copied is lent on, or passed on to be changed")
  func arguments() throws {
    struct Subject: Booth {}
    let (log, points) = (log, BoothExtension<Subject>.joinPoints)
    try points.number.before { _, voucher in log.add("before \(voucher.number)") }
    try points.number.around { _, voucher, proceed in proceed(voucher) + 1 }
    try points.number.after { _, voucher, number in log.add("after \(voucher.number) \(number)") }
    #expect(Subject().number(of: Voucher(number: 6)) == 7)
    #expect(log.take() == ["before 6", "after 6 7"])
    try points.exchange.around { _, voucher, proceed in
      let given = try proceed(&voucher)
      voucher = Voucher(number: voucher.number * 10)
      return given
    }
    var voucher = Voucher(number: 3)
    #expect(try Subject().exchange(&voucher).number == -3)
    #expect(voucher.number == 40)
  }

  @Test("Advice of any subject sees what can't be copied")
  func anySubject() throws {
    struct Subject: Booth {}
    let (log, points) = (log, BoothJoinPoints.type(Subject.self))
    try points.voucher.after { booth, _, voucher in
      log.add("\(type(of: booth)) \(voucher.number)")
    }
    try points.voucher.around { _, number, proceed in proceed(number * 2) }
    try points.voucherOrRefuse.after { booth, _, outcome in
      switch outcome {
      case .success(let voucher): log.add("\(voucher.number)")
      case .failure(let error): log.add("\(error)")
      }
    }
    #expect(Subject().voucher(3).number == 6)
    #expect(try Subject().voucherOrRefuse(8).number == 8)
    #expect(log.take() == ["Subject 6", "8"])
  }
}
