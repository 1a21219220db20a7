/**
 * Preloaded (`--import`) into every Node process of the stack. The launcher holds the other end of this process's
 * standard input. When that end closes, the launcher has ended for any reason: this process stops as on SIGTERM, or
 * is killed if it does not stop in time.
 */
import { Socket } from 'node:net'

const hardStopMs = 12_000

const launcher = new Socket({ fd: 0, readable: true, writable: false })
launcher.on('error', stop)
launcher.on('close', stop)
launcher.resume()
launcher.unref()

function stop(): void {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), hardStopMs).unref()
  process.kill(process.pid, 'SIGTERM')
}
