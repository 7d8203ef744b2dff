// SPDX-License-Identifier: Apache-2.0

import Graft

@Extensible
protocol Task {
  associatedtype Result
  associatedtype Error
  func run() -> Swift::Result<Self.Result, any Swift::Error>
}

enum Web {
  @Extensible
  protocol Handler { func handle() -> Int }
}

@Extensible
protocol Handler { func process() -> Int }

protocol Marked {}

@Extension
final class OfBoth<Subject: Handler & Web.Handler>: HandlerExtension<Subject> {
  override func process(_ subject: Subject) -> Int { subject.handle() }
}

@Extension
final class OfWeb<Subject: Handler & Web.Handler>: Web.HandlerExtension<Subject> {
  override func handle(_ subject: Subject) -> Int { subject.process() }
}
