import Graft

@Advice(protocols: "*")
final class Tracer<Subject>: PointcutAdvice {}
