import { until } from '@prankpost/test-harness'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cloudEventsContentType, toWire } from '../src/cloud-event.ts'
import { countDeadLetters, type Handlers, NotYet, Poison, startConsumer } from '../src/index.ts'
import { consumedTotal } from '../src/metrics.ts'
import { brokerNames } from '../src/topology.ts'
import { contactSaved, idle, idleHandlers, log, startHarness } from './harness.ts'

let harness: Awaited<ReturnType<typeof startHarness>>
let consumer: Awaited<ReturnType<typeof startConsumer>>
let handledAt = new Map<string, number>()
let react = async (_id: string) => {}

const handlers: Handlers<'achievement'> = {
  'contact-saved': async ({ id }) => {
    await react(id)
    handledAt.set(id, performance.now())
  },
  ...idleHandlers,
}

beforeAll(async () => {
  harness = await startHarness()
  const { broker, queuePrefix } = harness
  consumer = await startConsumer({ service: 'achievement', handlers, broker, log, queuePrefix })
})
afterAll(() => harness.close(() => consumer.stop()))
beforeEach(() => {
  handledAt = new Map()
  react = idle
})

const send = (messageId: string, content: Buffer) =>
  harness.broker.publish(brokerNames(harness.queuePrefix).events, 'contact-saved', content, {
    messageId,
    contentType: cloudEventsContentType,
  })
const dead = async () => {
  const [queue] = await countDeadLetters(harness.broker, harness.queuePrefix, 'achievement')
  return queue?.count ?? 0
}

/** Sends bad messages followed by twenty good ones; returns the time from the start to the end of the last good one. */
async function delayBehind(bad: { id: string; content: Buffer }[]): Promise<number> {
  const good = Array.from({ length: 20 }, () => contactSaved())
  const start = performance.now()
  await Promise.all([
    ...bad.map(({ id, content }) => send(id, content)),
    ...good.map((entry) => send(entry.id, toWire('contact', entry))),
  ])
  await until(() => good.every(({ id }) => handledAt.has(id)))
  return Math.max(...good.map(({ id }) => (handledAt.get(id) ?? 0) - start))
}

const poison = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: `poison-${n}`, content: Buffer.from('{"poison":true}') }))

describe('good messages', () => {
  // Measured: 0.2 s behind 100 messages. The limit allows for a busy machine.
  test.each([
    [1, 5_000],
    [100, 5_000],
  ])(
    'when %d poison messages precede them then they are handled within %d ms, and the poison messages are dead letters',
    async (count, withinMs) => {
      const before = await dead()
      const delayMs = await delayBehind(poison(count))
      process.stdout.write(`behind ${count} poison messages: ${Math.round(delayMs)} ms\n`)
      expect(delayMs).toBeLessThan(withinMs)
      await until(async () => (await dead()) === before + count)
    },
  )

  test.each([
    ['poison messages', Poison],
    ['messages that wait for an earlier event', NotYet],
  ])('when 100 %s precede them then they do not wait for those', async (_what, Failure) => {
    const bad = Array.from({ length: 100 }, () => contactSaved())
    const ids = new Set(bad.map(({ id }) => id))
    react = async (id) => {
      if (ids.has(id)) throw new Failure('for this test')
    }
    const delayMs = await delayBehind(
      bad.map((entry) => ({ id: entry.id, content: toWire('contact', entry) })),
    )
    expect(delayMs).toBeLessThan(5_000)
    react = idle
    if (Failure === NotYet) await until(() => bad.every(({ id }) => handledAt.has(id)))
  })
})

describe('an event of a newer version', () => {
  const retried = async () => {
    const { values } = await consumedTotal.get()
    return values.reduce((sum, { labels, value }) => sum + (labels.outcome === 'retried' ? value : 0), 0)
  }

  test('when it arrives then it is retried, and not a dead letter, until a replica can read it', async () => {
    const newer = { ...contactSaved(), dataschema: 'urn:prankpost:event:contact-saved:2' }
    const [deadBefore, retriedBefore] = [await dead(), await retried()]
    await send(newer.id, toWire('contact', newer))
    await until(async () => (await retried()) >= retriedBefore + 2)
    expect(await dead()).toBe(deadBefore)
    expect(handledAt.has(newer.id)).toBe(false)
  })
})
