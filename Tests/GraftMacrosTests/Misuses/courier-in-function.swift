import Graft

func f() {
  @Courier
  protocol P {}
}
