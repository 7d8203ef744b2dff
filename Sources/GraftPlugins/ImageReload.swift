// SPDX-License-Identifier: Apache-2.0

import CGraftLoader
import CLibrary
import Graft

/// Accepts new code from `swift package reload` while the program runs: builds of
/// plug-ins, and replacements of the program's own functions.
public enum ImageReload {
  /// Lets the tool that started this process send it new builds of plug-ins, and
  /// replacements.
  ///
  /// It does nothing unless the environment variable `GRAFT_RELOAD` names the socket
  /// of a tool that runs as the same user. A process with more rights than its caller
  /// ignores the variable. Builds are loaded as by `ExtensionImage.load`, on a thread
  /// that this starts. Later calls change nothing.
  ///
  /// - Parameter isAllowedInRelease: whether to accept builds if the program was
  ///   compiled with optimisation. Otherwise such a program refuses them, and tells
  ///   the tool why.
  /// - Returns: whether a tool is connected. If a named tool can't be reached, the
  ///   reason goes to standard error.
  @_alwaysEmitIntoClient @discardableResult
  public static func start(allowedInRelease isAllowedInRelease: Bool = false) -> Bool {
    start(isRefused: !isAllowedInRelease && !_isDebugAssertConfiguration())
  }

  /// Connects to the tool once.
  ///
  /// - Parameter isRefused: whether builds are refused, because the calling module
  ///   was compiled with optimisation.
  @usableFromInline
  static func start(isRefused: Bool) -> Bool {
    guard let path = graft_environment("GRAFT_RELOAD").map({ String(cString: $0) }),
      !path.isEmpty
    else { return false }
    let isFirst = isConnected.withLock { isConnected in
      defer { isConnected = isConnected ?? false }
      return isConnected == nil
    }
    if isFirst, ReloadService.connect(to: path, isRefused: isRefused) {
      isConnected.withLock { $0 = true }
    }
    return isConnected.withLock { $0 == true }
  }

  /// Whether a tool is connected; nil before the first attempt.
  private static let isConnected = Guarded<Bool?>(nil)
}

/// Answers the requests of a tool, one packet after the other.
///
/// The first field of a request is its command.
enum ReloadService {
  /// The version of the packets, which the first packet to the tool contains.
  private static let version = 1

  static func connect(to path: String, isRefused: Bool) -> Bool {
    do throws(PacketSocket.Failure) {
      let socket = try PacketSocket(connectingTo: path)
      guard socket.send(greeting(isRefused: isRefused)), !isRefused else {
        socket.close()
        return false
      }
      let code = DetachedThread.run("graft reload") { ReloadService.serve(socket) }
      if code != 0 { throw PacketSocket.Failure(code: code) }
      return true
    } catch {
      PluginSupport.writeError("GRAFT_RELOAD: \(path): no builds are accepted: \(error)")
      return false
    }
  }

  private static func greeting(isRefused: Bool) -> [String] {
    let process = ["\(version)", "\(getpid())", CommandLine.arguments.first ?? ""]
    return (isRefused ? ["release"] : ["ready"]) + process
  }

  private static func serve(_ socket: PacketSocket) {
    while let request = socket.receive() {
      guard socket.send(answer(to: request)) else { break }
    }
    socket.close()
  }

  /// Answers a request.
  ///
  /// - Returns: `done` or `refused`, the clock's nanoseconds at that time, and lines.
  static func answer(to request: [String]) -> [String] {
    do throws(Refusal) {
      let lines =
        switch (request.first, request.count) {
        case ("load", 4):
          try load(request[1], of: WatchedPlugin(path: request[2], identity: request[3]))
        case ("replace", 2): try replace(by: request[1])
        case ("rollBack", 3): try rollBack(WatchedPlugin(path: request[1], identity: request[2]))
        default: throw Refusal(reason: "this Graft does not know the request \(request)")
        }
      return ["done", "\(now())"] + lines
    } catch {
      return ["refused", "\(now())", error.reason]
    }
  }

  private struct Refusal: Error {
    let reason: String
  }

  private static func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  /// Opens a library whose code replaces functions of the program.
  ///
  /// The Swift runtime replaces them as the image arrives. A library that lacks a
  /// symbol is not opened, and replaces nothing.
  private static func replace(by library: String) throws(Refusal) -> [String] {
    if let reason = DynamicLinker.reasonNotToOpen(library) { throw Refusal(reason: reason) }
    return []
  }

  // MARK: The builds

  /// The plug-in that the tool means: the path of its builds, and their identity, if
  /// it is known.
  private struct WatchedPlugin {
    let path: String
    let identity: String

    /// The newest image that counts and that may be a build of it.
    var current: ExtensionImage? {
      let counting = ExtensionRegistry.images.reversed().filter { $0.state == .active }
      if !identity.isEmpty { return counting.first { $0.identity == identity } }
      let name = ExtensionImage.fileName(of: path)
      return counting.first { $0.path == path } ?? counting.first { $0.fileName == name }
    }
  }

  private static func load(
    _ build: String, of plugin: WatchedPlugin
  ) throws(Refusal) -> [String] {
    let current = plugin.current
    if let current, !PluginSupport.canBeReplaced(current) {
      let reason = current.isExecutable ? "is the executable" : "was not brought by load"
      throw Refusal(
        reason: "\(current.path) stays as it is, since that \(reason): open it with "
          + "ExtensionImage.load")
    }
    let isNamed = !plugin.identity.isEmpty
    let identity =
      isNamed
      ? plugin.identity : current?.identity ?? ExtensionImage.fileName(of: plugin.path)
    do throws(ImageLoadError) {
      let arrival = try ExtensionImage.load(build, identity: identity)
      return arrival.changes.map(\.description) + arrival.warnings
    } catch {
      throw Refusal(reason: "\(error)")
    }
  }

  private static func rollBack(_ plugin: WatchedPlugin) throws(Refusal) -> [String] {
    guard let current = plugin.current else {
      throw Refusal(reason: "nothing of \(ExtensionImage.fileName(of: plugin.path)) counts")
    }
    guard ExtensionRegistry.generations(of: current.identity).first != current else {
      throw Refusal(reason: "\(current.path) is the first build")
    }
    do throws(ImageStateError) {
      return try current.rollBack().map(\.description)
    } catch {
      throw Refusal(reason: "\(error)")
    }
  }
}
