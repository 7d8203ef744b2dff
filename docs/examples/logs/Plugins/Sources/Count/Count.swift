import Glibc
import Graft
import LogAPI
import Synchronization

private let lineCount = Atomic(0)

/// Counts from outside, whatever the other plug-ins do.
@Advice
final class Count<Subject: LogLine>: LogLineExtension<Subject> {
  override func rendered(_ subject: Subject) -> String? {
    lineCount.add(1, ordering: .relaxed)
    return super.rendered(subject)
  }
}

@Plugin(name: "Count", version: "1.0")
enum CountPlugin: ImageLifecycle {
  static func onLoad(_ image: ExtensionImage) { lineCount.store(0, ordering: .relaxed) }

  static func onWithdraw(_ image: ExtensionImage) {
    let text = "Count saw \(lineCount.load(ordering: .relaxed)) lines\n"
    write(STDERR_FILENO, text, text.utf8.count)
  }
}
