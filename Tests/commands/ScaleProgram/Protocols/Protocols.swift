// SPDX-License-Identifier: Apache-2.0

public import Graft

/// What the subjects of a tree conform to, and plug-ins extend.
@Extensible
public protocol Leaf {
  func answer() -> Int
}

/// What the host has itself, so that each call is answered.
@Extension
final class HostLeaf<Subject: Leaf>: LeafExtension<Subject> {
  override func answer(_ subject: Subject) -> Int { 1 }
}

/// Beside it, what one plug-in concerns.
@Extensible
public protocol Bud {
  func answer() -> Int
}

@Extension
final class HostBud<Subject: Bud>: BudExtension<Subject> {
  override func answer(_ subject: Subject) -> Int { 1 }
}
