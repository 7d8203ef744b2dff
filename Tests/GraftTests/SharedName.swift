// SPDX-License-Identifier: Apache-2.0

import Graft

@Extension
private final class SameName<Subject: Shared>: SharedExtension<Subject> {
  override func second(_ subject: Subject) -> String { "of another file" }
}
