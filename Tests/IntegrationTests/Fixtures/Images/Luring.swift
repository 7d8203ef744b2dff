import Graft
import ImagesAPI
import Synchronization

/// Its predicate loads another plug-in, which it is in conflict with, while this one is
/// judged.
@Extension
final class Lure<Subject: Speaker & Loud>: SpeakerExtension<Subject> {
  override class func applies(to subject: Subject.Type) -> Bool {
    if !hasLoaded.exchange(true, ordering: .relaxed) {
      let executable = CommandLine.arguments[0]
      let folder = executable.prefix(through: executable.lastIndex(of: "/")!)
      do { _ = try ExtensionImage.load(folder + "libOfQuiet.so") } catch { fatalError("\(error)") }
    }
    return true
  }

  override func speak(_ subject: Subject) -> String { "lured" }
}

private let hasLoaded = Atomic(false)
