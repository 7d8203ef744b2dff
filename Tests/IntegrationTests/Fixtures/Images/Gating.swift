import ImagesAPI

/// For the constructor.
@c(inquire)
public func inquire() {
  Gate.pass()
}
