import Graft

@Courier
protocol P {
  #if DEBUG
    func call()
  #endif
}
