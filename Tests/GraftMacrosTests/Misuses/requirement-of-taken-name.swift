import Graft
@Extensible
protocol P {
  func _Support()
  var _JoinPoints: Int { get }
  func other()
}
