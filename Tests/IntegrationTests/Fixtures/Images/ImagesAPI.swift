import Glibc
public import Graft

@Extensible
public protocol Speaker {
  func speak() -> String
  func ask() -> String
}

// The host never calls it.
#if INSERTED
  @Extensible
  public protocol Idler {
    func inserted() -> String
    func idle() -> String
  }
#elseif REMOVED
  @Extensible
  public protocol Idler {
    func rest() -> String
  }
#else
  @Extensible
  public protocol Idler {
    func idle() -> String
  }
#endif

public protocol Loud {}
public protocol Quiet {}
public protocol Named {}

public struct Dog: Speaker, Loud, Quiet, Idler {
  public init() {}
}
public struct Cat: Speaker {
  public init() {}
}

/// Where code of a plug-in stays until the host lets it go on.
public enum Gate {
  nonisolated(unsafe) private static let reached = makeSemaphore()
  nonisolated(unsafe) private static let opened = makeSemaphore()

  private static func makeSemaphore() -> UnsafeMutablePointer<sem_t> {
    let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    sem_init(semaphore, 0, 0)
    return semaphore
  }

  public static func pass() {
    sem_post(reached)
    sem_wait(opened)
  }

  public static func waitUntilReached() { sem_wait(reached) }
  public static func open() { sem_post(opened) }
}
