// SPDX-License-Identifier: Apache-2.0

public import RandomProtocols

@MainActor
public struct Pane: Screen {
  public nonisolated let number: Int
  public var count = 0

  public nonisolated init(number: Int) { self.number = number }
}

@MainActor
open class Window: Screen {
  public nonisolated let number: Int
  public var count = 0

  public nonisolated init(number: Int) { self.number = number }
}

public final class Dialog: Window, Named {}

/// Lit where its window is, so a requirement that is nobody's has no light.
public final class Sheet: Window {}
extension Sheet: @MainActor Lit {
  public var light: String { "sheet" }
}

/// Lit wherever it is.
public final class Banner: Window, Named, Lit {
  public nonisolated var light: String { "banner" }
}
