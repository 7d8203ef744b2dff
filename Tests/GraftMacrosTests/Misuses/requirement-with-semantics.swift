@Extensible
protocol Storage {
  @_semantics("atomics.requires_constant_orderings")
  func load(_ ordering: Int) -> Int
}
