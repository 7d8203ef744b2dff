// SPDX-License-Identifier: Apache-2.0

import RequirementProtocols

struct MembersSubject: Members {
  var stored: [String: Int] = [:]
}

extension Checks {
  mutating func members(directly subject: MembersSubject) async {
    var subject = subject
    equal(subject.level, 4)
    subject.level += 1
    equal(subject.title, "titled 5")
    equal(try? await subject.distant, 99)
    equal(subject.stubborn, 1)
    equal(subject.stubborn, 2)
    subject.stubborn = 0
    let limit = MembersSubject.limit
    MembersSubject.limit += 1
    equal(MembersSubject.limit, limit + 1)
    equal(subject[3], "#3")
    subject[key: "k"] = 6
    equal(subject[key: "k"], 6)
    equal(try? MembersSubject.init(text: "8")?.level, 8)
    equal(try? MembersSubject.init(text: "eight")?.level, nil)
    throwing(Refusal(text: "bad")) { _ = try MembersSubject.init(text: "bad") }
    equal((subject + subject).level, 10)
    equal((-subject).level, -5)
    equal(subject == subject, true)
  }

  mutating func members<Subject: Members>(generically subject: Subject) async {
    var subject = subject
    equal(subject.level, 4)
    subject.level += 1
    equal(subject.title, "titled 5")
    equal(try? await subject.distant, 99)
    equal(subject.stubborn, 1)
    equal(subject.stubborn, 2)
    subject.stubborn = 0
    let limit = Subject.limit
    Subject.limit += 1
    equal(Subject.limit, limit + 1)
    equal(subject[3], "#3")
    subject[key: "k"] = 6
    equal(subject[key: "k"], 6)
    equal(try? Subject.init(text: "8")?.level, 8)
    equal(try? Subject.init(text: "eight")?.level, nil)
    throwing(Refusal(text: "bad")) { _ = try Subject.init(text: "bad") }
    equal((subject + subject).level, 10)
    equal((-subject).level, -5)
    equal(subject == subject, true)
  }

  mutating func members(through subject: any Members) async {
    var subject = subject
    equal(subject.level, 4)
    subject.level += 1
    equal(subject.title, "titled 5")
    equal(try? await subject.distant, 99)
    equal(subject.stubborn, 1)
    equal(subject.stubborn, 2)
    subject.stubborn = 0
    let limit = type(of: subject).limit
    type(of: subject).limit += 1
    equal(type(of: subject).limit, limit + 1)
    equal(subject[3], "#3")
    subject[key: "k"] = 6
    equal(subject[key: "k"], 6)
    equal(try? type(of: subject).init(text: "8")?.level, 8)
    equal(try? type(of: subject).init(text: "eight")?.level, nil)
    throwing(Refusal(text: "bad")) { _ = try type(of: subject).init(text: "bad") }
  }
}
