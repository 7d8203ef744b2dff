import Glibc
import LogAPI

/// Writes the lines of standard input as its plug-ins render them, and obeys commands meanwhile.
struct Program {
  private var plugins = Plugins()
  private var output = Output(descriptor: STDOUT_FILENO)
  private var report = Output(descriptor: STDERR_FILENO)
  private var reader = LineReader()
  private var inputs: [pollfd]

  /// - Parameter control: a FIFO, each of whose lines is a command; -1 if there is none.
  init(control: Int32) {
    inputs = [STDIN_FILENO, control].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  }

  /// Says what became of the command. A line with a dot ends the answer.
  mutating func obey(_ command: String) {
    output.flush()
    report.write(plugins.obey(command) + "\n.")
    report.flush()
  }

  /// Returns at the end of the input.
  mutating func run() {
    var isReading = true
    while isReading {
      waitForInput()
      if inputs[1].revents != 0 { obeyCommands() }
      if inputs[0].revents != 0 {
        isReading = reader.readBlock { text in
          if let line = PackageLine(text) {
            output.write(rendering: line)
          } else {
            output.write(rendering: PlainLine(text: text))
          }
        }
      }
    }
    output.flush()
  }

  /// Where nothing can be read at this moment, what was written so far goes out.
  private mutating func waitForInput() {
    if poll(&inputs, 2, 0) > 0 { return }
    output.flush()
    poll(&inputs, 2, -1)
  }

  private mutating func obeyCommands() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = max(read(inputs[1].fd, &bytes, bytes.count), 0)
    for command in String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n") {
      obey(String(command))
    }
  }
}

extension Output {
  fileprivate mutating func write(rendering line: some LogLine) {
    if let text = line.rendered() { write(text) }
  }
}
