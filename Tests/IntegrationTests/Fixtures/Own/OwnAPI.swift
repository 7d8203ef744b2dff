public import Graft
import Synchronization

/// Plug-ins extend it.
@Extensible
public protocol Window {
  func show() -> String
}

public struct Shop: Window {
  public init() {}
}

/// An object of a plug-in that its host keeps.
public protocol Worker: Sendable {
  func work() -> String
}

public enum Workers {
  private static let kept = Mutex<[(build: String, worker: any Worker)]>([])

  /// Keeps the worker of a build, unless the host has one.
  public static func keep(_ worker: any Worker, of build: String) {
    kept.withLock { kept in
      if !kept.contains(where: { $0.build == build }) { kept.append((build, worker)) }
    }
  }

  public static var all: [(build: String, worker: any Worker)] { kept.withLock { $0 } }
}
