import Graft

@Plugin(name: "FitOwn", version: "1.0")
enum FitOwn {}

// Nobody else sees it.
#if NEWER
  @Extensible
  protocol Badge {
    func color() -> String
    func text() -> String
  }
#else
  @Extensible
  protocol Badge {
    func text() -> String
  }
#endif

struct Guest: Badge {}

@Extension
final class Badges<Subject: Badge>: BadgeExtension<Subject> {
  override func text(_ subject: Subject) -> String { "badge" }
}
