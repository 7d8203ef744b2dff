@Extensible
protocol Handler {
  @Required func flush()
}
