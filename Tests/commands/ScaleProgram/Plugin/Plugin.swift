// SPDX-License-Identifier: Apache-2.0

import Graft
import Protocols

/// Above all that came before: the files that the command makes of this one differ in the
/// name in the record, and in its priority.
@Extension(priority: 1_000_000)
final class PluginLeaf000000<Subject: Leaf>: LeafExtension<Subject> {
  override func answer(_ subject: Subject) -> Int { super.answer(subject) + 1 }
}
