// SPDX-License-Identifier: Apache-2.0

import Graft

@Extensible
public protocol Stopping {
  func stop() -> Never
  func stop(with error: any Error) throws -> Never
  func later() async -> Never
  func harmless() throws(Never)
}

@Extension
final class AnyStopping<Subject: Stopping>: StoppingExtension<Subject> {
  override func stop(_ subject: Subject) -> Never { fatalError() }
  override func stop(_ subject: Subject, with error: any Error) throws -> Never { throw error }
}
