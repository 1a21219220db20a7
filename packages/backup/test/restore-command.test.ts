import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Engines, startEngines } from '@prankpost/local-stack'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { restore } from '../src/commands.ts'
import { restoreFixture } from './restore-fixture.ts'

const engines = {
  mongo: { uri: 'mongodb://127.0.0.1:9' },
  broker: {
    url: 'amqp://127.0.0.1:9',
    label: 'an in-memory stand-in',
    warning: 'It stores nothing on disk.',
  },
  ready: vi.fn(async () => undefined),
  stop: vi.fn(async () => undefined),
}
const start = vi.fn<typeof startEngines>(async () => engines as unknown as Engines)
vi.mock('@prankpost/local-stack', async (original) => ({
  ...(await original<object>()),
  startEngines: (...given: Parameters<typeof startEngines>) => start(...given),
}))
let fixture: Awaited<ReturnType<typeof restoreFixture>>
afterEach(async () => {
  vi.clearAllMocks()
  await fixture.remove()
})

test('when the broker of the machine keeps nothing and the backup has messages, then nothing is restored and the message says what to install', async () => {
  fixture = await restoreFixture({ dead: 2 })
  await expect(restore(fixture.folder, fixture.place)).rejects.toThrow(
    /2 events and dead letters.*rabbitmq-server.*AMQP_URL/,
  )
  expect(engines.ready).not.toHaveBeenCalled()
  expect(engines.stop).toHaveBeenCalledOnce()
})

test('when a power failure left stack.json behind, then the restore continues, and it holds the data folder meanwhile', async () => {
  fixture = await restoreFixture({ dead: 1 })
  const { dataDir } = fixture.place
  mkdirSync(dataDir)
  const stack = { baseUrl: '', sandboxUrl: null, mongodbUri: '', amqpUrl: '', processes: [] }
  writeFileSync(path.join(dataDir, 'stack.json'), JSON.stringify(stack))
  start.mockImplementationOnce(async () => {
    const { pid } = JSON.parse(readFileSync(path.join(dataDir, 'launcher.json'), 'utf8'))
    expect(pid).toBe(process.pid)
    return engines as unknown as Engines
  })
  await expect(restore(fixture.folder, fixture.place)).rejects.toThrow(/rabbitmq-server/)
  expect(start).toHaveBeenCalledOnce()
  expect(readdirSync(dataDir)).toEqual([])
})

test.each(['local-stack/src/cli/cli.ts', 'backup/src/main.ts'])(
  'when packages/%s runs with the data folder, then nothing is started',
  async (program) => {
    fixture = await restoreFixture()
    const { dataDir } = fixture.place
    const idle = ['-e', 'setInterval(() => {}, 1000)', `packages/${program}`]
    const other = spawn(process.execPath, idle, { stdio: 'ignore' })
    onTestFinished(() => void other.kill('SIGKILL'))
    await once(other, 'spawn')
    mkdirSync(dataDir)
    writeFileSync(path.join(dataDir, 'launcher.json'), JSON.stringify({ pid: other.pid }))
    await expect(restore(fixture.folder, fixture.place)).rejects.toThrow(`(pid ${other.pid})`)
    expect(start).not.toHaveBeenCalled()
  },
)
