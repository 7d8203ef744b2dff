import Graft

struct S {
  @Courier
  private protocol P {}
}
