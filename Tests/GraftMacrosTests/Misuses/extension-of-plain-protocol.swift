protocol Plain { func run() }

@Extension
final class Running<Subject: Plain>: PlainExtension<Subject> {
  override func run(_ subject: Subject) {}
}
