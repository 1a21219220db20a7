import { setTimeout as sleep } from 'node:timers/promises'
import type { Channel } from 'amqplib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startConsumer } from '../src/consumer.ts'
import { createEventPause, type Handlers, NotYet, Poison, subscriptionsOf } from '../src/index.ts'
import { createOutbox } from '../src/outbox.ts'
import {
  type CopiedMessage,
  copyMessages,
  countMessages,
  purgeMessages,
  putBack,
  whileListening,
} from '../src/queue-copy.ts'
import { createRelay } from '../src/relay.ts'
import { contactSaved, log, startHarness, until } from './harness.ts'

let harness: Awaited<ReturnType<typeof startHarness>>
const received: string[] = []
let react: (id: string) => Promise<void> = async () => {}
const handlers = Object.fromEntries(
  subscriptionsOf('achievement').map(({ event }) => [
    event,
    async ({ id }: { id: string }) => {
      await react(id)
      received.push(id)
    },
  ]),
) as unknown as Handlers<'achievement'>

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())
beforeEach(async () => {
  react = async () => {}
  await purgeMessages(harness)
})

const processes: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of processes.splice(0)) await stop()
})

/** A process that relays and consumes, with a rest of its own. */
async function startProcess() {
  const eventPause = createEventPause()
  const { broker, queuePrefix, things } = harness
  const common = { broker, queuePrefix, log, eventPause }
  const relay = createRelay({ ...common, service: 'contact', model: things, pollMs: 100 })
  relay.start()
  const consumer = await startConsumer({ ...common, service: 'achievement', handlers })
  const outbox = createOutbox(things, relay.notify)
  let count = 0
  const stop = async () => {
    await consumer.stop()
    await relay.stop()
  }
  processes.push(stop)
  return {
    eventPause,
    stop,
    /** Writes a document with an event, and answers the event's id. */
    async write() {
      const event = contactSaved()
      await outbox.insert({ _id: `${event.id} ${++count}`, name: 'Ann', count }, [event])
      return event.id
    },
  }
}
const copied = async () => {
  const messages: CopiedMessage[] = []
  await copyMessages(harness, async (message) => void messages.push(message))
  return messages
}
const idsOf = (messages: CopiedMessage[]) => messages.map(({ messageId }) => messageId)
const consumers = async () => (await countMessages(harness)).consumers

describe('while a process rests', () => {
  test('when events are written then none is published until it ends, and then all are at once', async () => {
    const running = await startProcess()
    await running.eventPause.begin()
    const published = await whileListening(harness, async (heard) => {
      const ids = [await running.write(), await running.write()]
      // Longer than the poll and the lease of a notification.
      await sleep(300)
      expect(await heard()).toEqual({ count: 0, first: null })
      running.eventPause.end()
      await until(() => ids.every((id) => received.includes(id)))
      return heard()
    })
    expect(published).toEqual({ count: 2, first: 'contact-saved' })
  })

  test('when an event is handled as it begins then it begins when that is done, and nobody consumes', async () => {
    const running = await startProcess()
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    const { promise: taken, resolve: take } = Promise.withResolvers<void>()
    react = () => {
      take()
      return held
    }
    const id = await running.write()
    await taken
    let rests = false
    const begun = running.eventPause.begin().then(() => {
      rests = true
    })
    await sleep(200)
    expect(rests).toBe(false)
    letGo()
    await begun
    expect(received).toContain(id)
    // The broker may count a consumer for a moment longer.
    await until(async () => (await consumers()) === 0)
    running.eventPause.end()
    await until(async () => (await consumers()) > 0)
  })

  test('when it ends before it has begun then events move, and each is taken by one consumer', async () => {
    const running = await startProcess()
    const before = await consumers()
    for (let n = 0; n < 5; n++) {
      void running.eventPause.begin()
      running.eventPause.end()
    }
    const id = await running.write()
    await until(() => received.includes(id))
    await until(async () => (await consumers()) === before)
  })

  test('when its connection is lost and comes back then it still does not consume', async () => {
    const running = await startProcess()
    await running.eventPause.begin()
    const channels: Channel[] = []
    await harness.broker.onConnect(async (channel) => void channels.push(channel))
    // What ends a channel is mended by a new connection.
    await channels[0]?.checkQueue('no such queue').catch(() => undefined)
    await until(() => channels.length > 1 && harness.broker.isReady())
    // The broker may count a consumer for a moment longer.
    await until(async () => (await consumers()) === 0)
    running.eventPause.end()
    await until(async () => (await consumers()) > 0)
  })
})

describe('a copy of the queues', () => {
  test('when events wait for a reader, in a retry stage and for the operator then all are copied, stay, and can be put back', async () => {
    const running = await startProcess()
    react = async () => {
      throw new NotYet('not known')
    }
    const late = await running.write()
    await until(async () =>
      (await copied()).some(({ place, headers }) => place === 'retry' && Number(headers['x-failures']) > 3),
    )
    react = async () => {
      throw new Poison('never')
    }
    const dead = await running.write()
    await until(async () => (await copied()).some(({ place }) => place === 'dead'))
    await running.stop()
    const waiting = contactSaved()
    await harness.broker.publish(
      `${harness.queuePrefix}prankpost.events`,
      'contact-saved',
      Buffer.from('{"a":"ü"}'),
      {
        messageId: waiting.id,
        contentType: 'application/cloudevents+json',
      },
    )
    const messages = await copied()
    expect(messages.map(({ place, messageId, target }) => [place, messageId, target])).toEqual([
      ['dead', dead, 'achievement.contact-saved'],
      ['retry', late, 'achievement.contact-saved'],
      ['work', waiting.id, 'achievement.contact-saved'],
    ])
    await until(async () => (await countMessages(harness)).messages === 3)

    await purgeMessages(harness)
    for (const message of messages) await putBack(harness, message)
    const back = await copied()
    expect(back.map(({ place, messageId }) => [place, messageId])).toEqual([
      ['dead', dead],
      // It had waited in its retry stage.
      ['work', late],
      ['work', waiting.id],
    ])
    expect(back[0]).toMatchObject({ headers: { 'x-reason': 'Poison: never' }, content: messages[0]?.content })
    expect(back[2]?.content).toBe('{"a":"ü"}')
  }, 60_000)

  test('when a dead letter is copied more often than a broker gives a message back then it is still there', async () => {
    const running = await startProcess()
    react = async () => {
      throw new Poison('never')
    }
    const id = await running.write()
    for (let n = 0; n < 25; n++) await until(async () => idsOf(await copied()).includes(id))
  }, 60_000)
})
