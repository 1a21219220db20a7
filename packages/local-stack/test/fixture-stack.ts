import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { testNamespace } from '../../test-harness/src/index.ts'
import type { StackFile } from '../src/cli/run-state.ts'
import { freePort } from '../src/processes/ports.ts'
import { waitUntil } from './wait-until.ts'

const program = path.join(import.meta.dirname, 'fixture', 'start.ts')

/** `npm start` of the fixture in its own process, as in a terminal. */
export interface FixtureStart {
  launcher: ChildProcess
  gatewayPort: number
  output(): string
  /** Resolves once the banner is printed; rejects with the output if the launcher ends before. */
  ready(): Promise<void>
  ended(): Promise<number | null>
  stackFile(): Promise<StackFile>
}

/** Starts the fixture on the test run's MongoDB and broker. */
export async function startFixture(
  dataDir: string,
  env: NodeJS.ProcessEnv = {},
  args: string[] = [],
): Promise<FixtureStart> {
  const space = testNamespace()
  const gatewayPort = Number(env.GATEWAY_PORT ?? (await freePort()))
  const launcher = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      GATEWAY_PORT: String(gatewayPort),
      STRIPE_SANDBOX_PORT: String(await freePort()),
      MONGODB_URI: space.mongodbUri,
      AMQP_URL: space.amqpUrl,
      ...env,
    },
  })
  let text = ''
  for (const stream of [launcher.stdout, launcher.stderr])
    stream.on('data', (chunk) => {
      text += chunk
    })
  const exit = once(launcher, 'close')
  return {
    launcher,
    gatewayPort,
    output: () => text,
    async ready() {
      await waitUntil('the banner', () => text.includes('is ready') || launcher.exitCode !== null)
      if (!text.includes('is ready')) throw new Error(`The launcher ended: ${text}`)
    },
    async ended() {
      await exit
      return launcher.exitCode
    },
    stackFile: async () => JSON.parse(await readFile(path.join(dataDir, 'stack.json'), 'utf8')) as StackFile,
  }
}
