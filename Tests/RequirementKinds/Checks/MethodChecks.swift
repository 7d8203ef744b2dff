// SPDX-License-Identifier: Apache-2.0

import RequirementProtocols

struct MethodsSubject: Methods {
  var changes = 0
}

extension Checks {
  mutating func methods(directly subject: MethodsSubject) async {
    var subject = subject
    equal(subject.plain("ab", times: 2), "abab")
    subject.change(by: 2)
    equal(subject.changes, 2)
    equal(MethodsSubject.make(), "made")
    throwing(Refusal(text: "no")) { _ = try subject.refuse() }
    throwing(MethodsError()) { _ = try subject.refuseTyped() }
    equal(await subject.later(), 3)
    equal(try? await subject.laterOrNever(false), 4)
    equal(try? await subject.laterOrNever(true), nil)
    equal(subject.generic(1, 1), true)
    equal(subject.generic("a", "b"), false)
    equal(subject.opaque(12), "12")
    var value = 3
    subject.swap(&value)
    equal(value, -3)
    equal(subject.lazily(value), -2)
    equal(subject.apply { $0 + 1 }, 21)
    equal(subject.keep { 8 }(), 8)
    equal(subject.sum(1, 2, 3), 6)
    equal(subject.take([1, 2]), 2)
    equal(subject.look([1, 2, 3]), 3)
    equal(subject.sum(lent: 1, "other"), 2)
    equal(subject.lent() + subject.spent(), "lentspent")
    equal(subject.map { $0 * 2 }, 10)
    throwing(Refusal(text: "x")) { _ = try subject.map { _ in throw Refusal(text: "x") } }
    subject.nothing()
    equal(subject.ticket(7).number, 7)
    ticket(8) { try subject.ticketOrRefuse(8) }
    throwing(Refusal(text: "none")) { _ = try subject.ticketOrRefuse(0) }
    ticket(9) { try subject.ticketOrTyped(9) }
    throwing(MethodsError()) { _ = try subject.ticketOrTyped(0) }
    equal(subject.ticket.number, 2)
    subject.spare = Ticket(number: 5)
    equal(subject.spare.number, 5)
    subject[spare: 2] = Ticket(number: 10)
    equal(subject[spare: 3].number, 23)
  }

  mutating func methods<Subject: Methods>(generically subject: Subject) async {
    var subject = subject
    equal(subject.plain("ab", times: 2), "abab")
    subject.change(by: 2)
    equal(subject.changes, 2)
    equal(Subject.make(), "made")
    throwing(Refusal(text: "no")) { _ = try subject.refuse() }
    throwing(MethodsError()) { _ = try subject.refuseTyped() }
    equal(await subject.later(), 3)
    equal(try? await subject.laterOrNever(false), 4)
    equal(try? await subject.laterOrNever(true), nil)
    equal(subject.generic(1, 1), true)
    equal(subject.generic("a", "b"), false)
    equal(subject.opaque(12), "12")
    var value = 3
    subject.swap(&value)
    equal(value, -3)
    equal(subject.lazily(value), -2)
    equal(subject.apply { $0 + 1 }, 21)
    equal(subject.keep { 8 }(), 8)
    equal(subject.sum(1, 2, 3), 6)
    equal(subject.take([1, 2]), 2)
    equal(subject.look([1, 2, 3]), 3)
    equal(subject.sum(lent: 1, "other"), 2)
    equal(subject.lent() + subject.spent(), "lentspent")
    equal(subject.map { $0 * 2 }, 10)
    throwing(Refusal(text: "x")) { _ = try subject.map { _ in throw Refusal(text: "x") } }
    subject.nothing()
    equal(subject.ticket(7).number, 7)
    ticket(8) { try subject.ticketOrRefuse(8) }
    throwing(Refusal(text: "none")) { _ = try subject.ticketOrRefuse(0) }
    ticket(9) { try subject.ticketOrTyped(9) }
    throwing(MethodsError()) { _ = try subject.ticketOrTyped(0) }
    equal(subject.ticket.number, 2)
    subject.spare = Ticket(number: 5)
    equal(subject.spare.number, 5)
    subject[spare: 2] = Ticket(number: 10)
    equal(subject[spare: 3].number, 23)
  }

  mutating func methods(through subject: any Methods) async {
    var subject = subject
    equal(subject.plain("ab", times: 2), "abab")
    subject.change(by: 2)
    equal(subject.changes, 2)
    equal(type(of: subject).make(), "made")
    throwing(Refusal(text: "no")) { _ = try subject.refuse() }
    throwing(MethodsError()) { _ = try subject.refuseTyped() }
    equal(await subject.later(), 3)
    equal(try? await subject.laterOrNever(false), 4)
    equal(try? await subject.laterOrNever(true), nil)
    equal(subject.generic(1, 1), true)
    equal(subject.generic("a", "b"), false)
    equal(subject.opaque(12), "12")
    var value = 3
    subject.swap(&value)
    equal(value, -3)
    equal(subject.lazily(value), -2)
    equal(subject.apply { $0 + 1 }, 21)
    equal(subject.keep { 8 }(), 8)
    equal(subject.sum(1, 2, 3), 6)
    equal(subject.take([1, 2]), 2)
    equal(subject.look([1, 2, 3]), 3)
    equal(subject.sum(lent: 1, "other"), 2)
    equal(subject.lent() + subject.spent(), "lentspent")
    equal(subject.map { $0 * 2 }, 10)
    throwing(Refusal(text: "x")) { _ = try subject.map { _ in throw Refusal(text: "x") } }
    subject.nothing()
    equal(number(of: subject.ticket(7)), 7)
    ticket(8) { try subject.ticketOrRefuse(8) }
    throwing(Refusal(text: "none")) { _ = try subject.ticketOrRefuse(0) }
    ticket(9) { try subject.ticketOrTyped(9) }
    throwing(MethodsError()) { _ = try subject.ticketOrTyped(0) }
    equal(number(of: subject.ticket), 2)
    subject.spare = Ticket(number: 5)
    equal(number(of: subject.spare), 5)
    subject[spare: 2] = Ticket(number: 10)
    equal(number(of: subject[spare: 3]), 23)
  }
}
