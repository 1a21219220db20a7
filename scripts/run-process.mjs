import { spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { whenNpmIsGone } from './npm-parent.mjs'

/** The folder of the checkout. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')

/** The folder of the installed tools, and the pinned Node in it. */
export const tools = path.join(root, 'node_modules', '.bin')
export const pinnedNode = path.join(tools, 'node')

/** Node's compile cache, for the processes of the stack and of the tests. */
export const NODE_COMPILE_CACHE = path.join(root, 'node_modules/.cache/node-compile')

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Whether this process has received a stop signal. */
export let interrupted = false

/**
 * Runs a program to its end and returns its exit code (130 when a signal ended it). The program has its own process
 * group, so that Ctrl-C reaches it only through this process: `signal: 'group'` forwards signals to the whole group,
 * `'process'` only to the program, which then stops its children itself. Processes of the group that are left at the
 * end are killed. The program's input is a pipe that closes when this process dies.
 */
export function run(command, args, { cwd = root, env = {}, signal = 'group', quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const output = []
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env, PATH: `${tools}${path.delimiter}${process.env.PATH}` },
      detached: true,
      stdio: quiet ? ['pipe', 'pipe', 'pipe'] : ['pipe', 'inherit', 'inherit'],
    })
    child.stdin.on('error', () => {})
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk))
    const forward = (name) => {
      interrupted = true
      send(signal === 'group' ? -child.pid : child.pid, name)
    }
    for (const name of signals) process.on(name, forward)
    const endWatch = whenNpmIsGone(() => forward('SIGTERM'))
    const done = () => {
      endWatch()
      for (const name of signals) process.off(name, forward)
      if (child.pid) send(-child.pid, 'SIGKILL')
    }
    child.once('error', (error) => {
      done()
      reject(error)
    })
    child.once('close', (code) => {
      done()
      resolve({ code: code ?? 130, output: Buffer.concat(output).toString('utf8') })
    })
  })
}

function send(pid, signal) {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has already ended.
  }
}
