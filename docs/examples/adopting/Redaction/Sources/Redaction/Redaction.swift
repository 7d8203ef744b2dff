import Graft
import Journal

/// For every sink that leaves entries to the protocol: `super` is the author's default.
@Extension
final class Redacting<Subject: Sink>: SinkExtension<Subject> {
  override func write(_ subject: Subject, _ entry: Entry) {
    let words = entry.text.split(separator: " ").map { word in
      word.count == 4 && word.allSatisfy(\.isNumber) ? "****" : word
    }
    super.write(subject, Entry(words.joined(separator: " "), level: entry.level))
  }

  /// The newest requirement, for a type that is older.
  override func flush(_ subject: Subject) { print("flushed \(subject.name)") }
}

/// Sees the calls from outside, and needs neither the protocol nor its module.
@Advice(protocols: "Sink", requirements: "write(_: Entry)")
final class Counting: PointcutAdvice {
  override func before(_ call: AdvisedCall) {
    print("\(call.subject).\(call.requirement)")
  }
}
