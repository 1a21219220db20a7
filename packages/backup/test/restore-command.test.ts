import type { Engines, startEngines } from '@prankpost/local-stack'
import { afterEach, expect, test, vi } from 'vitest'
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
