import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** A command of Docker failed; the message is one line with the reason and, if it is known, what to do. */
export class DockerError extends Error {
  override name = 'DockerError'
  /** Everything that the command wrote. */
  readonly output: string

  constructor(command: string, output: string) {
    super(explain(command, output))
    this.output = output
  }
}

export interface DockerOptions {
  env?: NodeJS.ProcessEnv
  cwd?: string
  /** Ends the command. */
  signal?: AbortSignal
  timeoutMs?: number
}

/** Runs `docker` to its end and returns its standard output. @throws {DockerError} */
export async function docker(args: string[], options: DockerOptions = {}): Promise<string> {
  const { env = process.env, cwd, signal, timeoutMs = 600_000 } = options
  try {
    const limits = { timeout: timeoutMs, maxBuffer: 256 * 1024 * 1024 }
    const { stdout } = await execute('docker', args, { ...limits, env, cwd, signal })
    return stdout
  } catch (error) {
    if (!(error instanceof Error) || signal?.aborted) throw error
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new DockerError(args.join(' '), `${stdout}\n${stderr}`.trim() || error.message)
  }
}

/** Known failures, with the solution. */
const reasons: [pattern: RegExp, describe: (match: RegExpExecArray) => string][] = [
  [
    /no space left on device|not enough space|disk quota exceeded/i,
    () =>
      'The disk of the Docker engine is full. Free some space, for example with `docker system prune`, and run it again.',
  ],
  [
    /(?:bind for|listen tcp4?) ([\d.]+:\d+)[^\n]*(?:already allocated|already in use)/i,
    ([, address]) =>
      `The port ${address} is in use. Stop the program that uses it, or set another one in .env (GATEWAY_PORT, STRIPE_SANDBOX_PORT, MAIL_CATCHER_PORT, GRAFANA_PORT).`,
  ],
  [
    /required variable (\w+) is missing a value[^\n]*/i,
    ([, name]) => `.env has no ${name}. Run \`npm run setup\`, which adds what is missing.`,
  ],
  [
    /couldn't find env file: (\S+)/i,
    ([, file]) => `There is no ${file}. Run \`npm run setup\`, which creates it.`,
  ],
  [
    /(?:target ([\w-]+): )?failed to solve: ([^\n]*)/i,
    ([, image, why]) =>
      `The image ${image === undefined ? '' : `of ${image} `}cannot be built: ${why}. Correct this and run it again.`,
  ],
  [
    /cannot connect to the docker daemon[^\n]*/i,
    () => 'The Docker engine does not answer. Start it, or set DOCKER_HOST to one that runs.',
  ],
]

/** One line that says why a command failed. */
export function explain(command: string, output: string): string {
  for (const [pattern, describe] of reasons) {
    const match = pattern.exec(output)
    if (match) return describe(match)
  }
  const last = output.trimEnd().split('\n').at(-1)?.trim()
  return `\`docker ${command.slice(0, 120)}\` failed: ${last}`
}
