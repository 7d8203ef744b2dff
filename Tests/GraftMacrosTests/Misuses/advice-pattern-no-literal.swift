import Graft

@Advice(protocols: "", requirements: "greet*")
final class Tracer: PointcutAdvice {}
