import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, rmdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { commandLine, type StackFile } from '../src/cli/run-state.ts'
import { type FixtureStart, startFixture } from './fixture-stack.ts'
import { waitUntil } from './wait-until.ts'

let dataDir: string
let started: FixtureStart[]

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'prankpost-start-'))
  started = []
})
afterEach(async () => {
  for (const { launcher, ended } of started) {
    launcher.kill('SIGTERM')
    await ended()
  }
  await rm(dataDir, { recursive: true, force: true })
})

async function start(env: NodeJS.ProcessEnv = {}, args: string[] = []): Promise<FixtureStart> {
  const fixture = await startFixture(dataDir, env, args)
  started.push(fixture)
  return fixture
}

const alive = ({ processes }: StackFile) =>
  processes.filter(({ pid }) => commandLine(pid) !== '').map(({ name }) => name)

test('when everything is ready, then stack.json lists every process, and Ctrl-C ends all of them', async () => {
  const fixture = await start({}, ['--replicas', '2', '--demo'])
  await fixture.ready()
  const stack = await fixture.stackFile()
  expect(stack.baseUrl).toBe(`http://localhost:${fixture.gatewayPort}`)
  expect(stack.processes.map(({ name, replica }) => `${name}/${replica}`)).toEqual([
    'sandbox/0',
    'hello-world/0',
    'hello-world/1',
    'gateway/0',
  ])
  expect(fixture.output()).toContain('demo data for')

  fixture.launcher.kill('SIGINT')
  expect(await fixture.ended()).toBe(0)
  expect(alive(stack)).toEqual([])
  expect(existsSync(path.join(dataDir, 'stack.json'))).toBe(false)
})

test('when a service is killed, then it is restarted on its port, and the terminal and stack.json show it', async () => {
  const fixture = await start()
  await fixture.ready()
  const service = async () => (await fixture.stackFile()).processes.find(({ name }) => name === 'hello-world')
  const before = await service()
  if (!before) throw new Error('no hello-world')
  process.kill(before.pid, 'SIGKILL')
  await waitUntil('a new pid in stack.json', async () => (await service())?.pid !== before.pid)
  expect((await service())?.port).toBe(before.port)
  await waitUntil('its death is shown', () => fixture.output().includes('hello-world died (SIGKILL)'))
  await waitUntil('the service answers', () =>
    fetch(`${before.url}/readyz`).then(
      () => true,
      () => false,
    ),
  )
})

test('when stack.json cannot be written after a restart, then the terminal says so, and the stack goes on', async () => {
  const fixture = await start()
  await fixture.ready()
  const service = async () => (await fixture.stackFile()).processes.find(({ name }) => name === 'hello-world')
  const before = await service()
  if (!before) throw new Error('no hello-world')
  // As on a full disk: nothing can be written there.
  const blocked = path.join(dataDir, 'stack.json.new')
  await mkdir(blocked)
  process.kill(before.pid, 'SIGKILL')
  await waitUntil('the failure is shown', () =>
    /stack\.json cannot be written: .*EISDIR/.test(fixture.output()),
  )
  const [, pid] = /hello-world was started again \(pid (\d+)\)/.exec(fixture.output()) ?? []
  const answers = () =>
    fetch(`${before.url}/readyz`)
      .then(({ ok }) => ok)
      .catch(() => false)
  await waitUntil('the service answers', answers)
  expect(fixture.launcher.exitCode).toBeNull()
  await rmdir(blocked)
  process.kill(Number(pid), 'SIGKILL')
  await waitUntil('a new pid in stack.json', async () => (await service())?.pid !== before.pid)
})

test('when the launcher is killed, then its processes end', async () => {
  const fixture = await start()
  await fixture.ready()
  const stack = await fixture.stackFile()
  fixture.launcher.kill('SIGKILL')
  await fixture.ended()
  await waitUntil('no process is left', () => alive(stack).length === 0)
})

test('when an earlier run left a process behind, then it is ended, but not an unrelated process with a recorded pid', async () => {
  // Only the first has the data folder in its command line, so only it belongs to this stack.
  const idle = ['-e', 'setInterval(() => {}, 1000)']
  const leftover = spawn(process.execPath, [...idle, dataDir], { stdio: 'ignore', detached: true })
  const stranger = spawn(process.execPath, idle, { stdio: 'ignore' })
  const processes = [leftover, stranger].map(({ pid }, replica) => ({ name: `old-${replica}`, replica, pid }))
  const stack = { baseUrl: '', sandboxUrl: null, mailUrl: null, mongodbUri: '', amqpUrl: '', processes }
  await writeFile(path.join(dataDir, 'stack.json'), JSON.stringify(stack))
  const fixture = await start()
  await fixture.ready()
  expect(fixture.output()).toContain('Ended what an earlier run left behind: old-0.')
  expect(leftover.signalCode).toBe('SIGTERM')
  expect(stranger.exitCode ?? stranger.signalCode).toBeNull()
  stranger.kill('SIGKILL')
})

test('when the port of the store is in use, then nothing is started and the message names port and variable', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const fixture = await start({ GATEWAY_PORT: String(port) })
  expect(await fixture.ended()).toBe(1)
  server.close()
  expect(fixture.output()).toContain(`Port ${port} for the store is taken`)
  expect(fixture.output()).toContain('GATEWAY_PORT=')
  expect(existsSync(path.join(dataDir, 'logs'))).toBe(false)
})

test('when it is already running, then a second start reports it and the first continues', async () => {
  const first = await start()
  await first.ready()
  const second = await start()
  expect(await second.ended()).toBe(1)
  expect(second.output()).toContain(`runs already (pid ${first.launcher.pid}`)
  expect(alive(await first.stackFile())).toHaveLength(3)
})

test('when a service keeps dying at its start, then the start fails and shows the end of its log', async () => {
  const fixture = await start({ FIXTURE_DIES: '1' })
  expect(await fixture.ended()).toBe(1)
  expect(fixture.output()).toContain('keeps dying at its start')
  expect(fixture.output()).toContain('exits because FIXTURE_DIES is set')
})

test('when started with --fresh, then the old data is deleted and other files in the folder are kept', async () => {
  const secrets = path.join(dataDir, 'secrets.json')
  await writeFile(secrets, 'old')
  await writeFile(path.join(dataDir, 'other.txt'), 'mine')
  const fixture = await start({}, ['--fresh'])
  await fixture.ready()
  expect(await readFile(secrets, 'utf8')).not.toBe('old')
  expect(await readFile(path.join(dataDir, 'other.txt'), 'utf8')).toBe('mine')
})

test('when STRIPE_SECRET_KEY is set, then no sandbox runs', async () => {
  const fixture = await start({ STRIPE_SECRET_KEY: 'sk_test_real', ADMIN_PASSWORD: 'of this test alone' })
  await fixture.ready()
  const { processes, sandboxUrl } = await fixture.stackFile()
  expect(sandboxUrl).toBeNull()
  expect(processes.map(({ name }) => name)).toEqual(['hello-world', 'gateway'])
})

test('when a restored backup is rehearsed with the settings of the shop for customers, then none of them is used', async () => {
  const ofTheShop = {
    STRIPE_SECRET_KEY: 'sk_live_of_customers',
    STRIPE_WEBHOOK_SECRET: 'whsec_of_customers',
    STRIPE_API_BASE: 'https://api.stripe.com',
    SMTP_URL: 'smtps://mail.example:465',
    USPS_CLIENT_ID: 'of customers',
    PUBLIC_URL: 'https://shop.example',
    HOST: '0.0.0.0',
    MONGODB_URI: 'mongodb://127.0.0.1:9',
    AMQP_URL: 'amqp://127.0.0.1:9',
    NODE_ENV: 'production',
    ADMIN_PASSWORD: 'of this test alone',
  }
  const fixture = await start(ofTheShop, ['--rehearsal'])
  await fixture.ready()
  const { processes, sandboxUrl, baseUrl, mongodbUri, amqpUrl } = await fixture.stackFile()
  expect(processes.map(({ name }) => name)).toEqual(expect.arrayContaining(['mongodb', 'broker', 'sandbox']))
  expect(sandboxUrl).toMatch(/^http:\/\/localhost:/)
  expect(fixture.output()).toContain(baseUrl)
  expect([mongodbUri, amqpUrl].join()).not.toContain(':9')
  expect(fixture.output()).not.toContain('shop.example')
})
