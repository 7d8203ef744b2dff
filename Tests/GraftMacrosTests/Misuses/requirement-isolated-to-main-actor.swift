@Extensible
protocol Shown {
  func show(on actor: isolated MainActor)
}
