import Graft

final class ForAged<Subject: Greeter & Aged>: GreeterExtension<Subject> {}
