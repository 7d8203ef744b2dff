import FitAPI
import Graft

// Builds of one plug-in, which would be in conflict beside each other.
#if NEWER
  @Plugin(name: "FitBuild", version: "2.0")
  enum FitBuild {}

  @Extension(priority: 7)
  final class Newer<Subject: Speaker & Quiet>: SpeakerExtension<Subject> {
    override func speak(_ subject: Subject) -> String { "newer" }
  }
#else
  @Plugin(name: "FitBuild", version: "1.0")
  enum FitBuild {}

  @Extension(priority: 7)
  final class Older<Subject: Speaker & Loud>: SpeakerExtension<Subject> {
    override func speak(_ subject: Subject) -> String { "older" }
  }
#endif
