@Extensible
protocol Mirrored {
  func `Self`()
}
