import FitAPI
import Graft

#if OPEN
  typealias Red = Left
  typealias Green = Right
#else
  protocol Red {}
  protocol Green {}
#endif

// Extensions in conflict for a type that `load` looks at or not.
@Extension
final class OfRed<Subject: Speaker & Red>: SpeakerExtension<Subject> {
  override func speak(_ subject: Subject) -> String { "red" }
}
@Extension
final class OfGreen<Subject: Speaker & Green>: SpeakerExtension<Subject> {
  override func speak(_ subject: Subject) -> String { "green" }
}

#if GENERIC
  struct Box<Value>: Speaker, Red, Green {}
#elseif NESTED
  enum Outer {
    struct Inner: Speaker, Red, Green {}
  }
#endif
