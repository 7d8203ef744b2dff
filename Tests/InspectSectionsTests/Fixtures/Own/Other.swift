// Members of types of another module, which that one's conformances do not see.

import Program

extension Bare {
  public func plain() -> String { "other" }
  public static func motto() -> String { "other" }
}
