import { until } from '@prankpost/test-harness'
import { register } from 'prom-client'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  type CloudEvent,
  type Handlers,
  listDeadLetters,
  NotYet,
  replayDeadLetters,
  startConsumer,
} from '../src/index.ts'
import { brokerNames } from '../src/topology.ts'
import { contactSaved, idle, idleHandlers, log, startHarness } from './harness.ts'

type Saved = CloudEvent<'contact-saved'>

let harness: Awaited<ReturnType<typeof startHarness>>
let consumer: Awaited<ReturnType<typeof startConsumer>>
const received: Saved[] = []
let react: (event: Saved) => Promise<void> = async () => {}
let databaseAnswers = true

const handlers: Handlers<'achievement'> = {
  'contact-saved': async (event) => {
    await react(event)
    received.push(event)
  },
  ...idleHandlers,
}
const queue = { service: 'achievement', event: 'contact-saved' } as const
const of = (eventId: string) => received.filter(({ id }) => id === eventId)
const pending = () => harness.things.countDocuments({ outboxDueAt: { $exists: true } })

beforeAll(async () => {
  harness = await startHarness()
  harness.relay.start()
  consumer = await startConsumer({
    service: 'achievement',
    handlers,
    broker: harness.broker,
    log,
    queuePrefix: harness.queuePrefix,
    outagePauseMs: 50,
    databaseAnswers: async () => databaseAnswers,
  })
})
afterAll(() => harness.close(() => consumer.stop()))

describe('outbox and relay', () => {
  test('when a document is written with an event then its reader receives it and the outbox is emptied', async () => {
    const event = contactSaved()
    await harness.outbox.insert({ _id: 'inserted', name: 'Ann', count: 0 }, [event])
    await until(() => of(event.id).length > 0)
    expect(of(event.id)[0]).toMatchObject({
      source: 'contact',
      type: 'contact-saved',
      subject: event.subject,
      data: event.data,
    })
    const stored = await until(async () => {
      const thing = await harness.things.findById('inserted').lean()
      return thing?.outbox.length === 0 ? thing : null
    })
    expect(stored.outboxDueAt).toBeUndefined()
  })

  test('when a process dies between the write and the publish then another relay publishes after the lease', async () => {
    const event = contactSaved()
    await harness.things.collection.insertOne({
      _id: 'orphan',
      name: 'Bob',
      count: 0,
      revision: 1,
      outbox: [event],
      outboxDueAt: new Date(Date.now() - 1),
    } as never)
    await until(() => of(event.id).length > 0)
    await until(async () => (await pending()) === 0)
  })

  test('when two relays work on one collection then every event arrives and all outboxes are emptied', async () => {
    const second = harness.relayOn(await harness.connect())
    second.start()
    const events = Array.from({ length: 50 }, () => contactSaved())
    await harness.things.collection.insertMany(
      events.map((event, n) => ({
        _id: `bulk-${n}`,
        name: 'bulk',
        count: 0,
        revision: 1,
        outbox: [event],
        outboxDueAt: new Date(),
      })) as never,
    )
    await until(() => events.every(({ id }) => of(id).length > 0))
    await until(async () => (await pending()) === 0)
    await second.stop()
  })

  test('when fifteen changes race on one document then each is applied once, in any order', async () => {
    await harness.outbox.insert({ _id: 'raced', name: 'Cy', count: 0 })
    const changes = await Promise.all(
      Array.from({ length: 15 }, () =>
        harness.outbox.change({ _id: 'raced' }, ({ count }) => ({ update: { $set: { count: count + 1 } } })),
      ),
    )
    expect(changes.every((change) => change?.changed)).toBe(true)
    expect((await harness.things.findById('raced').lean())?.count).toBe(15)
  })

  test('when changes have a guard of their own then one of them is written, without a new revision', async () => {
    const { revision } = await harness.outbox.insert({ _id: 'guarded', name: 'Gus', count: 0 })
    const changes = await Promise.all(
      Array.from({ length: 15 }, () =>
        harness.outbox.change({ _id: 'guarded' }, ({ count }) =>
          count > 0 ? null : { update: { $inc: { count: 1 } }, guard: { count: 0 } },
        ),
      ),
    )
    expect(changes.filter((change) => change?.changed)).toHaveLength(1)
    expect(await harness.things.findById('guarded').lean()).toMatchObject({ count: 1, revision })
  })

  test('when the decision is to change nothing then nothing is written', async () => {
    const before = await harness.things.findById('raced').lean()
    const result = await harness.outbox.change({ _id: 'raced' }, () => null)
    expect(result?.changed).toBe(false)
    expect(await harness.things.findById('raced').lean()).toEqual(before)
    expect(await harness.outbox.change({ _id: 'nobody' }, () => null)).toBeNull()
  })

  test('when the document is already known then it is read again only if it was changed meanwhile', async () => {
    const known = await harness.outbox.insert({ _id: 'known', name: 'Kim', count: 0 })
    const seen: number[] = []
    const addOne = (thing: { revision: number; count: number }) => {
      seen.push(thing.revision)
      return thing.count < 2 ? { update: { $inc: { count: 1 } } } : null
    }
    expect(await harness.outbox.change({ _id: 'known' }, addOne, known)).toMatchObject({ changed: true })
    expect(seen).toEqual([1])
    // The known document is outdated now: it is read and decided on again.
    expect(await harness.outbox.change({ _id: 'known' }, addOne, known)).toMatchObject({ changed: true })
    expect(seen).toEqual([1, 1, 2])
    const full = { ...known, count: 2 }
    expect(await harness.outbox.change({ _id: 'known' }, addOne, full)).toMatchObject({
      changed: false,
      document: { revision: 3, count: 2 },
    })
    expect(seen).toEqual([1, 1, 2, 1, 3])
  })

  test('when no queue is bound for an event then it waits in its outbox until one is', async () => {
    const names = brokerNames(harness.queuePrefix)
    const reader = names.queue('achievement', 'contact-saved')
    await harness.broker.withChannel((channel) => channel.unbindQueue(reader, names.events, 'contact-saved'))
    const event = contactSaved()
    await harness.outbox.insert({ _id: 'unroutable', name: 'Di', count: 0 }, [event])
    expect(of(event.id)).toHaveLength(0)
    expect((await harness.things.findById('unroutable').lean())?.outbox).toHaveLength(1)
    await harness.broker.withChannel((channel) => channel.bindQueue(reader, names.events, 'contact-saved'))
    // As at the end of its lease.
    await harness.things.updateOne({ _id: 'unroutable' }, { $set: { outboxDueAt: new Date() } })
    await until(() => of(event.id).length > 0)
  })

  test('when a service emits an event that it does not own then the type checker reports an error', () => {
    const wrong = async () => {
      const { createEmitter } = await import('../src/index.ts')
      // @ts-expect-error only order may emit order-paid
      createEmitter('contact')('order-paid', 'x', {})
    }
    expect(typeof wrong).toBe('function')
  })
})

describe('consumer', () => {
  test('when an earlier event is missing then the event is redelivered a second later', async () => {
    let tries = 0
    react = async () => {
      if (++tries === 1) throw new NotYet('an earlier event is missing')
    }
    const event = contactSaved()
    const start = Date.now()
    await harness.outbox.insert({ _id: 'not-yet', name: 'Ed', count: 0 }, [event])
    await until(() => of(event.id).length > 0)
    react = idle
    expect(tries).toBeGreaterThan(1)
    expect(Date.now() - start).toBeGreaterThanOrEqual(1_000)
  })

  test('when the database is down then a failed message is requeued and there is no consumer', async () => {
    const names = brokerNames(harness.queuePrefix)
    const waiting = () =>
      harness.broker.withChannel((channel) => channel.checkQueue(names.queue('achievement', 'contact-saved')))
    const metric = async (name: string) => (await register.getSingleMetric(name)?.get())?.values ?? []
    let tries = 0
    react = async () => {
      tries += 1
      throw new Error('the database is down')
    }
    databaseAnswers = false
    const event = contactSaved()
    await harness.outbox.insert({ _id: 'held', name: 'Flo', count: 0 }, [event])
    await until(async () => {
      const { messageCount, consumerCount } = await waiting()
      return messageCount === 1 && consumerCount === 0
    })
    const triesMeanwhile = tries
    const labels = { queue: 'achievement.contact-saved', place: 'work' }
    expect(await metric('queue_messages')).toContainEqual({ labels, value: 1 })
    const oldest = await metric('event_oldest_unhandled_seconds')
    expect(oldest.find((one) => one.labels.event === 'contact-saved')?.value).toBeGreaterThan(0.9)

    react = idle
    databaseAnswers = true
    await until(() => of(event.id).length > 0)
    expect(triesMeanwhile).toBe(1)
    await until(async () => (await waiting()).consumerCount === 1)
    const after = await metric('event_oldest_unhandled_seconds')
    expect(after.find((one) => one.labels.event === 'contact-saved')?.value).toBe(0)
  })

  test('when a failed message cannot be copied and another replica handles it then it does not count as unhandled for ever', async () => {
    let failures = 0
    const refuses = () => Promise.reject(new Error('the broker did not confirm in time'))
    const failing = await startConsumer({
      service: 'achievement',
      handlers: {
        ...handlers,
        async 'contact-saved'() {
          failures += 1
          throw new Error('not handled')
        },
      },
      broker: { ...harness.broker, publish: refuses },
      log,
      queuePrefix: harness.queuePrefix,
      outagePauseMs: 50,
    })
    const sent: string[] = []
    await until(async () => {
      const event = contactSaved()
      await harness.outbox.insert({ _id: `copied ${event.id}`, name: 'Gil', count: 0 }, [event])
      sent.push(event.id)
      return failures > 0
    })
    await until(() => sent.every((id) => of(id).length > 0))
    const later = Date.now() + 60_000
    const clock = vi.spyOn(Date, 'now').mockReturnValue(later)
    const values = (await register.getSingleMetric('event_oldest_unhandled_seconds')?.get())?.values ?? []
    clock.mockRestore()
    expect(values.find((one) => one.labels.event === 'contact-saved')?.value).toBe(0)
    await failing.stop()
  })

  test('when a message is not a valid event then it becomes a dead letter with its reason, others are handled, and a replay redelivers it', async () => {
    const names = brokerNames(harness.queuePrefix)
    await harness.broker.publish(names.events, 'contact-saved', Buffer.from('{"poison":true}'), {
      messageId: 'poison-1',
    })
    const after = contactSaved()
    await harness.outbox.insert({ _id: 'after-poison', name: 'Gus', count: 0 }, [after])
    await until(() => of(after.id).length > 0)

    const options = { ...queue, broker: harness.broker, queuePrefix: harness.queuePrefix }
    const deadLetters = await until(async () => {
      const found = await listDeadLetters(options)
      return found.length === 1 ? found : null
    })
    expect(deadLetters[0]).toMatchObject({ id: 'poison-1', failures: 1, content: '{"poison":true}' })
    expect(deadLetters[0]?.reason).toContain('Poison: not a valid contact-saved')

    expect(await replayDeadLetters(options, ['other-id'])).toBe(0)
    // Reading a message holds it until the broker has requeued it.
    await until(async () => (await replayDeadLetters(options, ['poison-1'])) === 1)
    // It is still poisonous, and returns to the dead-letter queue.
    await until(async () => (await listDeadLetters(options)).length === 1)
  })

  test('when the same event is delivered twice then the handler receives it twice with the same id', async () => {
    const event = contactSaved()
    const document = {
      _id: 'twice',
      name: 'Hal',
      count: 0,
      revision: 1,
      outbox: [event],
      outboxDueAt: new Date(),
    }
    await harness.things.collection.insertOne(document as never)
    await until(() => of(event.id).length > 0)
    await until(async () => (await pending()) === 0)
    await harness.things.collection.updateOne({ _id: 'twice' } as never, {
      $set: { outbox: [event], outboxDueAt: new Date() },
    })
    await until(() => of(event.id).length > 1)
  })
})
