import Graft

final class ForNamed<Subject: Greeter & Named>: GreeterExtension<Subject> {}
