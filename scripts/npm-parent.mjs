import { readFileSync } from 'node:fs'

const everyMs = 300

/**
 * Calls back once when the npm that runs this script has ended. npm sends a SIGTERM only to the shell between itself
 * and this process, and that shell exits without forwarding it; a killed npm sends nothing.
 * Returns a function that stops the watch.
 */
export function whenNpmIsGone(callback) {
  if (!process.env.npm_lifecycle_event) return () => {}
  const parent = process.ppid
  const npm = isNpm(parent) ? parent : parentOf(parent)
  const watched = npm !== undefined && isNpm(npm) ? npm : undefined
  const timer = setInterval(() => {
    if (process.ppid === parent && (watched === undefined || isNpm(watched))) return
    clearInterval(timer)
    callback()
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

// Without /proc (macOS) only the direct parent is watched. A dead process has an empty command line.
function isNpm(pid) {
  return /\b(npm|pnpm|yarn)\b/.test(read(pid, 'cmdline'))
}

function parentOf(pid) {
  const parent = Number(/^PPid:\s*(\d+)$/m.exec(read(pid, 'status'))?.[1])
  return parent > 1 ? parent : undefined
}

function read(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
