import Graft

@Courier
class Delegate {}
