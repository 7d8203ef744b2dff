import Graft

#if compiler(>=6)
  @MainActor
#endif
@Extensible
protocol Conditional {
  func act()
}
