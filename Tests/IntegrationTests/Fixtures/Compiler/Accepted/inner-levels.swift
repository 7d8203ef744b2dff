// SPDX-License-Identifier: Apache-2.0

import Graft

// Nobody else sees the types that these are in.

enum Inner {
  @Extensible
  public protocol Heard {
    func hear() -> Int
    var volume: Int { get set }
  }

  public struct Innermost {
    @Extensible
    public protocol Seen: AnyObject {
      var colour: Int { get set }
      static func all() -> Int
    }
  }
}

// An extension does not show that its type is internal.
extension Inner {
  @Extensible
  protocol Felt {
    func feel() throws -> Int
  }
}

private struct Own {
  @Extensible
  internal protocol Kept {
    func keep() -> Int
  }
}

@Extension
final class Hearing<Subject: Inner.Heard>: Inner.HeardExtension<Subject> {
  override func hear(_ subject: Subject) -> Int { subject.volume }
}

struct Ear: Inner.Heard {}
