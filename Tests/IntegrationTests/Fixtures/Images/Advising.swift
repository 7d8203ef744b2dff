import Graft
import ImagesAPI

@Advice
final class Framing<Subject: Speaker>: SpeakerExtension<Subject> {
  override func speak(_ subject: Subject) -> String { "[" + super.speak(subject) + "]" }
}

/// Further outside, and by a constraint.
@Advice(priority: 1)
final class Amplifying<Subject: Speaker & Loud>: SpeakerExtension<Subject> {
  override func speak(_ subject: Subject) -> String { super.speak(subject).uppercased() + "!" }
}

/// By a predicate. Of one priority with `Framing`, and before it by name.
@Advice
final class Doubting<Subject: Speaker>: SpeakerExtension<Subject> {
  override class func applies(to subject: Subject.Type) -> Bool { subject == Cat.self }
  override func speak(_ subject: Subject) -> String { "perhaps " + super.speak(subject) }
}

/// By names. Two of different priority print in their order.
@Advice(protocols: "ImagesAPI.*", requirements: "ask()", "idl*", subjects: "*.?og", priority: -1)
final class Listening: PointcutAdvice {
  override func before(_ call: AdvisedCall) {
    print("before \(call.subject) \(call.protocolName).\(call.requirement)")
  }

  override func after(_ call: AdvisedCall, throwing error: (any Error)?) {
    print("after \(call.subject) \(call.protocolName).\(call.requirement)")
  }
}

@Advice(protocols: "Speaker", requirements: "ask()")
final class Counting: PointcutAdvice {
  override func before(_ call: AdvisedCall) { print("counted \(call.subject)") }
}

@c(dog_idles)
public func dogIdles() { print("Dog \(Dog().idle())") }
