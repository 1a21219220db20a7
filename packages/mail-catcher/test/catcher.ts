import { spawn } from 'node:child_process'
import path from 'node:path'
import { freePort } from '@prankpost/local-stack'

const folder = path.join(import.meta.dirname, '..')

/** Starts the process; `outcome` resolves with all that it said once it is ready or has ended. */
export function readyOrEnded(env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [path.join('src', 'main.ts')], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
  })
  let said = ''
  const outcome = new Promise<string>((resolve) => {
    const hear = (chunk: Buffer) => {
      said += chunk
      if (said.includes('"msg":"ready"')) resolve(said)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', () => resolve(said))
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  return { child, outcome, ended, said: () => said }
}

/** A mail catcher in a process of its own. */
export interface Catcher {
  url: string
  smtpPort: number
  /** What it logged, line by line. */
  lines(): string[]
  stop(): Promise<void>
}

/** Starts a mail catcher on free ports over a folder. @throws when it ends instead */
export async function startCatcher(mailDir: string): Promise<Catcher> {
  const [port, smtpPort] = [await freePort(), await freePort()]
  const settings = { MAIL_DIR: mailDir, PORT: String(port), SMTP_PORT: String(smtpPort) }
  const { child, outcome, ended, said } = readyOrEnded(settings)
  if (!(await outcome).includes('"msg":"ready"')) throw new Error(`the mail catcher ended: ${said()}`)
  return {
    url: `http://127.0.0.1:${port}`,
    smtpPort,
    lines: () => said().trim().split('\n'),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
