import Graft

@Extensible
protocol Described {
  @available(
    *, deprecated,
    message: """
      use other
      """
  )
  func act()
}
