import Glibc

var output = Output(descriptor: STDOUT_FILENO)
var reader = LineReader()
while reader.readBlock({ text in
  lineCount.add(1, ordering: .relaxed)
  output.write(redacted(PackageLine(text)?.highlighted() ?? text))
}) {}
output.flush()
