// SPDX-License-Identifier: Apache-2.0

import Graft

@Extensible
nonisolated protocol Plain {
  func plain() -> Int
}

@Extension
nonisolated final class PlainDefault<Subject: Plain>: PlainExtension<Subject> {
  override func plain(_ subject: Subject) -> Int { 20 }
}

nonisolated struct PlainSubject: Plain {}

public nonisolated func plain() -> Int { PlainSubject().plain() }
