import { spawn } from 'node:child_process'
import path from 'node:path'
import { freePort } from '@prankpost/local-stack'

const folder = path.join(import.meta.dirname, '..')

/** Starts the process; `outcome` resolves with its output once it is ready or has exited. */
export function readyOrEnded(env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [path.join('src', 'main.ts')], {
    cwd: folder,
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE, ...env },
  })
  let output = ''
  const outcome = new Promise<string>((resolve) => {
    const append = (chunk: Buffer) => {
      output += chunk
      if (output.includes('"msg":"ready"')) resolve(output)
    }
    child.stdout.on('data', append)
    child.stderr.on('data', append)
    child.once('close', () => resolve(output))
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  return { child, outcome, ended, output: () => output }
}

/** A mail catcher in its own process. */
export interface Catcher {
  url: string
  smtpPort: number
  /** The lines of its log. */
  lines(): string[]
  stop(): Promise<void>
}

/** Starts a mail catcher for a folder, on free ports. @throws when it exits instead */
export async function startCatcher(mailDir: string): Promise<Catcher> {
  const [port, smtpPort] = [await freePort(), await freePort()]
  const settings = { MAIL_DIR: mailDir, PORT: String(port), SMTP_PORT: String(smtpPort) }
  const { child, outcome, ended, output } = readyOrEnded(settings)
  if (!(await outcome).includes('"msg":"ready"')) throw new Error(`the mail catcher exited: ${output()}`)
  return {
    url: `http://127.0.0.1:${port}`,
    smtpPort,
    lines: () => output().trim().split('\n'),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
