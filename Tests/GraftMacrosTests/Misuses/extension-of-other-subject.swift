@Extensible protocol First { func run() }
@Extensible protocol Second { func run() }

@Extension
final class Running<Subject: First>: SecondExtension<Subject> {
  override func run(_ subject: Subject) {}
}
