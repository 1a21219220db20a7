import { spawn } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { whenNpmIsGone } from './npm-parent.mjs'

/** The folder of the checkout. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')

/** The pinned Node, and the folder of the tools that come with it. */
export const tools = path.join(root, 'node_modules', '.bin')
export const pinnedNode = path.join(tools, 'node')

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Whether somebody asked this process to stop. */
export let interrupted = false

/**
 * Runs a program to its end and gives its exit code (130 when it was ended by a signal). It runs in a
 * group of its own, so that a Ctrl-C reaches it only from here: `signal: 'group'` passes it on to all that
 * the program started, `'process'` to the program alone, which ends the others in its own order. What is
 * left of the group afterwards is ended. The program's input is a pipe that closes when this process dies.
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
    const pass = (name) => {
      interrupted = true
      send(signal === 'group' ? -child.pid : child.pid, name)
    }
    for (const name of signals) process.on(name, pass)
    const endWatch = whenNpmIsGone(() => pass('SIGTERM'))
    const done = () => {
      endWatch()
      for (const name of signals) process.off(name, pass)
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
    // Gone already.
  }
}
