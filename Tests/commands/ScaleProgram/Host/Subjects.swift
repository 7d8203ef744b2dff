// SPDX-License-Identifier: Apache-2.0

import Protocols

struct Root: Leaf {}
struct Left<Below>: Leaf {}
struct Right<Below>: Leaf {}

/// Calls so many subjects, each of a type of its own: 2 to the power of the levels, less
/// one.
func call<Subject: Leaf>(_ subject: Subject, make: () -> Subject, levels: Int) -> Int {
  if levels == 0 { return 0 }
  return subject.answer()
    + call(Left<Subject>(), make: { Left<Subject>() }, levels: levels - 1)
    + call(Right<Subject>(), make: { Right<Subject>() }, levels: levels - 1)
}

@discardableResult
func callSubjects(_ levels: Int) -> Int { call(Root(), make: Root.init, levels: levels) }

func levels(of count: Int) -> Int { (count + 1).bitWidth - (count + 1).leadingZeroBitCount - 1 }
