enum Numbers {
  @Extensible
  protocol Added {
    static func + (first: Self, second: Self) -> Self
  }
}
