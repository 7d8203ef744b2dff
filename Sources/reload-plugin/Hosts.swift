// SPDX-License-Identifier: Apache-2.0

import CLibrary

/// The processes that accept builds: usually one, or more if the program starts
/// others that call `ImageReload.start()`.
final class Hosts {
  /// A connected process.
  struct Host {
    let descriptor: Int32
    let process: String
    let program: String
  }

  /// A process's answer to a request.
  struct Answer {
    let host: Host
    /// Whether it did what was requested; nil if it is gone.
    let isDone: Bool?
    /// The time of the answer, in nanoseconds.
    let nanoseconds: Int
    let lines: [String]
  }

  /// A new connection.
  enum Arrival {
    case ready(Host)
    /// A program that was compiled with optimisation.
    case release(program: String)
    case unknown(String)
  }

  private static let version = "1"
  private static let capacity = 1 << 16

  let path: String
  /// The listening socket, to poll for connections.
  let door: Int32
  private(set) var hosts: [Host] = []

  /// Listens in a folder.
  ///
  /// - Parameter folder: a folder that only this user may read.
  init(in folder: String) throws(Problem) {
    path = folder + "/socket"
    door = socket(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8CString)
    let isShort = withUnsafeMutableBytes(of: &address.sun_path) { room in
      guard bytes.count <= room.count else { return false }
      bytes.withUnsafeBytes { room.copyMemory(from: $0) }
      return true
    }
    guard isShort else { throw Problem("\(path): no socket can have a path as long as that") }
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(door, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    guard isBound, chmod(path, 0o600) == 0, listen(door, 16) == 0 else {
      throw Problem("\(path): no socket: \(String(cString: strerror(errno)))")
    }
  }

  func admit() -> Arrival? {
    let descriptor = accept(door, nil, nil)
    guard descriptor >= 0 else { return nil }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    // A process identifies itself first; one that doesn't is dropped.
    var patience = timeval(tv_sec: 1, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
    defer {
      var none = timeval()
      setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &none, size)
    }
    guard let fields = receive(descriptor), fields.count == 4 else {
      close(descriptor)
      return .unknown("a process that does not identify itself")
    }
    guard fields[1] == Self.version else {
      close(descriptor)
      return .unknown("\(fields[3]), which has another version of Graft")
    }
    guard fields[0] == "ready" else {
      close(descriptor)
      return .release(program: fields[3])
    }
    let host = Host(descriptor: descriptor, process: fields[2], program: fields[3])
    hosts.append(host)
    return .ready(host)
  }

  /// Removes a host whose connection has ended.
  func dismiss(_ descriptor: Int32) {
    hosts.removeAll { $0.descriptor == descriptor }
    close(descriptor)
  }

  /// Asks all hosts, or some of them, and waits for their answers.
  func ask(_ request: [String], where isMeant: (Host) -> Bool = { _ in true }) -> [Answer] {
    let packet = Array(request.joined(separator: "\0").utf8)
    return hosts.filter(isMeant).map { host in
      let isSent = send(host.descriptor, packet, packet.count, Int32(MSG_NOSIGNAL)) >= 0
      guard isSent, let fields = receive(host.descriptor), fields.count >= 2 else {
        dismiss(host.descriptor)
        return Answer(host: host, isDone: nil, nanoseconds: 0, lines: [])
      }
      return Answer(
        host: host, isDone: fields[0] == "done", nanoseconds: Int(fields[1]) ?? 0,
        lines: Array(fields[2...]))
    }
  }

  private func receive(_ descriptor: Int32) -> [String]? {
    var bytes = [UInt8](repeating: 0, count: Self.capacity)
    var count: Int
    repeat {
      count = recv(descriptor, &bytes, bytes.count, 0)
    } while count < 0 && errno == EINTR && !Signals.isEnding
    guard count > 0 else { return nil }
    return bytes[..<count].split(separator: 0, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }
}
