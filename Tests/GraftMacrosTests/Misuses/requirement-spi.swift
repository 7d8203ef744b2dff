@Extensible
public protocol Vault {
  func open()
  @_spi(Testing) func open(with secret: Secret) -> Secret
}
