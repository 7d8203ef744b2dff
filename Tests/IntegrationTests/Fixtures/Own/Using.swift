import Graft
import Own

// A plug-in that uses a protocol of another one.

#if EXTENDING
  @Extension(priority: 1)
  final class Copper<Subject: Medal>: MedalExtension<Subject> {
    override func metal(_ subject: Subject) -> String { "copper" }
  }
#elseif ADVISING
  @Advice
  final class Polish<Subject: Medal>: MedalExtension<Subject> {
    override func metal(_ subject: Subject) -> String { "polished " + super.metal(subject) }
  }
#else
  /// No record is of this image.
  struct Visitor: Medal {}

  @c(visit)
  public func visit() { print("Visitor: \(Visitor().metal())") }
#endif
