// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file
import Graft

protocol Unmarked { func run() }

@Extension
final class Running<Subject: Unmarked>: UnmarkedExtension<Subject> {  // error: cannot find type 'UnmarkedExtension' in scope
  override func run(_ subject: Subject) {}  // error: method does not override
}

@Extension
final class Emptying<Subject: Sequence>: SequenceExtension<Subject> {  // error: cannot find type 'SequenceExtension' in scope
  override func count(_ subject: Subject) {}  // error: method does not override
}

@Extensible protocol First { func run() }
@Extensible protocol Second { func run() }
protocol Third: Second {}

@Extension
final class OfFirst<Subject: First>: SecondExtension<Subject> {  // error: type 'Subject' does not conform to protocol 'Second'
  override func run(_ subject: Subject) {}  // error: method does not override
}

@Extension
final class OfThird<Subject: Third>: SecondExtension<Subject> {
  override func run(_ subject: Subject) {}
}
