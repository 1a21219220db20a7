import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { until } from '@prankpost/test-harness'
import { docker } from './docker.ts'
import { expectSpace } from './engine.ts'
import type { Project } from './project.ts'
import { type Env, newSecrets } from './settings.ts'
import type { Steps } from './steps.ts'

const mainFile = fileURLToPath(new URL('main.ts', import.meta.url))

interface Scene {
  /** A folder for temporary files. */
  temporary: string
  project: Project
  steps: Steps
}

/** Runs this test with wrong input: each time it must say in one line what to do, and leave nothing behind. */
export async function tryBadInput({ temporary: folder, project, steps }: Scene): Promise<void> {
  const write = async (env: Env) => {
    const file = path.join(folder, 'bad.env')
    await writeFile(
      file,
      Object.entries(env)
        .map(([name, value]) => `${name}='${value}'\n`)
        .join(''),
    )
    return ['--settings', file]
  }
  const main = (args: string[], expected: Expected) => runMain(args, folder, expected)
  const secrets = newSecrets()
  await steps.check('bad input: no engine', () =>
    main([], {
      env: { DOCKER_HOST: 'unix:///nowhere.sock' },
      code: 0,
      says: /^NOT TRIED: .*no Docker engine answers/m,
    }),
  )
  await steps.check('bad input: no .env', () =>
    main(['--settings', '/nowhere/.env'], { code: 1, says: /^There is no .*npm run setup/m }),
  )
  await steps.check('bad input: an incomplete .env', async () =>
    main(await write({ ...secrets, MONGO_ROOT_PASSWORD: '' }), {
      code: 1,
      says: /has no MONGO_ROOT_PASSWORD.*npm run setup/,
    }),
  )
  await steps.check('bad input: a weak password in .env', async () =>
    main(await write({ ...secrets, ADMIN_PASSWORD: 'secret' }), {
      code: 1,
      says: /ADMIN_PASSWORD.*too short.*npm run setup/,
    }),
  )
  await steps.check('bad input: a port in use', async () => {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const args = await write({ ...secrets, GATEWAY_PORT: String(port) })
    return await main(args, { code: 1, says: /Port \d+ .*in use.*GATEWAY_PORT/ }).finally(() =>
      server.close(),
    )
  })
  await steps.check('bad input: an image that cannot be built', () =>
    expectLine(project.build(['catalog'], { NODE_IMAGE: 'localhost:1/none' }), /cannot be built/),
  )
  await steps.check('bad input: too little space', () =>
    expectLine(expectSpace(1e9), /MB are needed.*docker system prune/),
  )
  await steps.check('bad input: a full disk', () =>
    expectLine(fillDisk(), /disk .*is full.*docker system prune/),
  )
  await steps.check('Ctrl-C during the start', () => interruptStart(folder))
}

interface Expected {
  env?: NodeJS.ProcessEnv
  code: number
  says: RegExp
}

/** Runs `npm run compose-test` with these arguments. @throws unless it ends as expected, with one line */
async function runMain(args: string[], folder: string, { env = {}, code, says }: Expected): Promise<string> {
  const { child, output, exited } = startMain(args, folder, env)
  const [ended] = await exited
  const lines = output().trim().split('\n')
  const last = lines.at(-1) ?? ''
  if (ended !== code || !says.test(last)) throw new Error(`ended with ${ended}: ${output().slice(-400)}`)
  const left = await leftBy(child.pid)
  if (left !== '') throw new Error(`left ${left}`)
  return last
}

function startMain(args: string[], folder: string, env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [mainFile, '--no-build', '--quick', '--folder', folder, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk))
  return { child, output: () => Buffer.concat(chunks).toString('utf8'), exited: once(child, 'close') }
}

/** The containers of the run with this process id. */
const leftBy = async (pid: number | undefined) => {
  const label = `label=com.docker.compose.project=prankpost-test-${pid}`
  return (await docker(['ps', '--all', '--format', '{{.Names}}', '--filter', label])).trim()
}

async function interruptStart(folder: string): Promise<string> {
  const { child, exited } = startMain([], folder)
  await until(async () => (await leftBy(child.pid)) !== '' || child.exitCode !== null, 60_000)
  child.kill('SIGINT')
  const [code] = await exited
  const left = await leftBy(child.pid)
  if (code !== 130 || left !== '') throw new Error(`ended with ${code} and left ${left || 'nothing'}`)
  return 'ended with 130, and nothing was left'
}

/** A file system of 1 MB in a container stands for the engine's disk. */
const fillDisk = () =>
  docker([
    ...['run', '--rm', '--network', 'none', '--tmpfs', '/full:size=1m', 'prankpost/catalog'],
    ...['node', '-e', 'fs.writeFileSync("/full/file", Buffer.alloc(2e6))'],
  ])

/** @throws unless the work fails with one line that matches */
async function expectLine(work: Promise<unknown>, line: RegExp): Promise<string> {
  const message = await work.then(
    () => 'it did not fail',
    (error: Error) => error.message,
  )
  if (!line.test(message) || message.includes('\n')) throw new Error(message)
  return message
}
