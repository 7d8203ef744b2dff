struct Vector: Number {
  @Advisable((any Number).self)
  static func + (left: Vector, right: Vector) -> Vector { left }
}
