import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '@prankpost/test-harness'
import type { Channel } from 'amqplib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startConsumer } from '../src/consumer.ts'
import {
  brokerNames,
  createEventPause,
  declareTopology,
  type Handlers,
  NotYet,
  Poison,
  subscriptionsOf,
} from '../src/index.ts'
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
import { contactSaved, log, startHarness } from './harness.ts'

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
  // All queues are copied and emptied.
  await harness.broker.withChannel((channel) => declareTopology(channel, harness.queuePrefix))
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

/** Starts a relay and a consumer with their own event pause, like a process. */
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
    /** Writes a document with an event, and returns the event's id. */
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

describe('the event pause of a process', () => {
  test('when events are written during it then none is published until it ends, and then all are', async () => {
    const running = await startProcess()
    await running.eventPause.begin()
    const events = await whileListening(harness, async (published) => {
      const ids = [await running.write(), await running.write()]
      // Longer than the poll interval.
      await sleep(300)
      expect(await published()).toEqual({ count: 0, first: null })
      running.eventPause.end()
      await until(() => ids.every((id) => received.includes(id)))
      return published()
    })
    // A relay may publish an event twice.
    expect(events.first).toBe('contact-saved')
    expect(events.count).toBeGreaterThanOrEqual(2)
  })

  test('when an event is being handled then the pause begins after that, and there are no consumers', async () => {
    const running = await startProcess()
    const handling = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    react = () => {
      started.resolve()
      return handling.promise
    }
    const id = await running.write()
    await started.promise
    let isPaused = false
    const begun = running.eventPause.begin().then(() => {
      isPaused = true
    })
    await sleep(200)
    expect(isPaused).toBe(false)
    handling.resolve()
    await begun
    expect(received).toContain(id)
    // The broker may count a consumer for a moment longer.
    await until(async () => (await consumers()) === 0)
    running.eventPause.end()
    await until(async () => (await consumers()) > 0)
  })

  test('when it ends before it has begun then events are processed, and the number of consumers is unchanged', async () => {
    const running = await startProcess()
    // The broker may count those of an earlier test for a moment longer.
    const before = await until(async () => {
      const now = await consumers()
      await sleep(200)
      return now > 0 && now === (await consumers()) ? now : null
    })
    for (let n = 0; n < 5; n++) {
      void running.eventPause.begin()
      running.eventPause.end()
    }
    const id = await running.write()
    await until(() => received.includes(id))
    await until(async () => (await consumers()) === before)
  })

  test('when the connection is lost and restored during it then there are still no consumers', async () => {
    const running = await startProcess()
    await running.eventPause.begin()
    const channels: Channel[] = []
    await harness.broker.onConnect(async (channel) => void channels.push(channel))
    // A closed channel leads to a new connection.
    await channels[0]?.checkQueue('no such queue').catch(() => undefined)
    await until(() => channels.length > 1 && harness.broker.isReady())
    // The broker may count a consumer for a moment longer.
    await until(async () => (await consumers()) === 0)
    running.eventPause.end()
    await until(async () => (await consumers()) > 0)
  })
})

describe('a copy of the queues', () => {
  test('when events wait for a reader, in a retry stage and for the operator then all are copied, stay, and can be restored', async () => {
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
    const restored = await copied()
    expect(restored.map(({ place, messageId }) => [place, messageId])).toEqual([
      ['dead', dead],
      // From its retry stage it is restored to the queue of its reader.
      ['work', late],
      ['work', waiting.id],
    ])
    expect(restored[0]).toMatchObject({
      headers: { 'x-reason': 'Poison: never' },
      content: messages[0]?.content,
    })
    expect(restored[2]?.content).toBe('{"a":"ü"}')
  })

  test('when a message in a retry stage is copied often then its fresh copy still returns to its reader', async () => {
    const names = brokerNames(harness.queuePrefix)
    const [stage, queue] = [names.retry('achievement', '10m'), names.queue('achievement', 'contact-saved')]
    const { id: messageId } = contactSaved()
    await harness.broker.publish(stage, queue, Buffer.from('{}'), {
      messageId,
      contentType: 'application/json',
    })
    const copies: CopiedMessage[] = []
    for (let n = 0; n < 12; n++) {
      await until(async () => {
        const [found] = await copied()
        if (found !== undefined) copies.push(found)
        return found !== undefined
      })
    }
    expect(copies.map(({ place, target }) => `${place} ${target}`)).toEqual(
      copies.map(() => 'retry achievement.contact-saved'),
    )
  })

  test('when a dead letter is copied more often than the broker requeues a message then it is still there', async () => {
    const running = await startProcess()
    react = async () => {
      throw new Poison('never')
    }
    const id = await running.write()
    for (let n = 0; n < 12; n++) await until(async () => idsOf(await copied()).includes(id))
    // RabbitMQ counts to 20: a fresh copy has replaced it before.
    const queue = brokerNames(harness.queuePrefix).deadQueue(
      `${harness.queuePrefix}achievement.contact-saved`,
    )
    const message = await harness.broker.withChannel((channel) => channel.get(queue))
    if (message === false) throw new Error('no dead letter')
    expect(Number(message.properties.headers?.['x-delivery-count'] ?? 0)).toBeLessThan(10)
  })
})
