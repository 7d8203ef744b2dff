import Glibc
import Graft
import ImagesAPI
import Synchronization

/// While one thread judges its image, another thread loads the same file.
@Extension
final class Meeting<Subject: Speaker & Loud>: SpeakerExtension<Subject> {
  override class func applies(to subject: Subject.Type) -> Bool {
    if !hasMet.exchange(true, ordering: .sequentiallyConsistent) {
      var thread = pthread_t()
      pthread_create(&thread, nil, { _ in loadAgain() }, nil)
      pthread_join(thread, nil)
    }
    return true
  }

  override func speak(_ subject: Subject) -> String { "meeting" }
}

/// In conflict with the other one of its plug-in.
@Extension
final class Parting<Subject: Speaker & Loud>: SpeakerExtension<Subject> {
  override class func applies(to subject: Subject.Type) -> Bool { true }

  override func speak(_ subject: Subject) -> String { "parting" }
}

private let hasMet = Atomic(false)

private func loadAgain() -> UnsafeMutableRawPointer? {
  let host = CommandLine.arguments[0]
  let path = host.prefix(through: host.lastIndex(of: "/")!) + "libMeeting.so"
  do {
    _ = try ExtensionImage.load(String(path), onConflict: .passOver)
    print("met: loaded")
  } catch { print("met: \(error)") }
  return nil
}
