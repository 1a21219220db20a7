import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals'
import {
  type CloudEvent,
  createOutbox,
  type Handlers,
  listDeadLetters,
  NotYet,
  replayDeadLetters,
  startConsumer,
} from '../src/index.ts'
import { brokerNames } from '../src/topology.ts'
import { contactSaved, log, startHarness, until } from './harness.ts'

type Saved = CloudEvent<'contact-saved'>

let harness: Awaited<ReturnType<typeof startHarness>>
let consumer: Awaited<ReturnType<typeof startConsumer>>
const received: Saved[] = []
let react: (event: Saved) => Promise<void> = async () => {}

const idle = async () => {}
const handlers: Handlers<'achievement'> = {
  'contact-saved': async (event) => {
    await react(event)
    received.push(event)
  },
  'order-paid': idle,
  'order-recovered': idle,
  'prank-shipped': idle,
  'subscription-created': idle,
  'subscription-renewed': idle,
  'session-ended': idle,
  'password-changed': idle,
  'customer-export-requested': idle,
  'customer-deletion-requested': idle,
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
    isOutage: (error) => error instanceof Error && error.message === 'database away',
  })
})
afterAll(() => harness.close(() => consumer.stop()))

describe('outbox and relay', () => {
  test('when a document is written with an event, then its reader gets it and the outbox is empty', async () => {
    const event = contactSaved()
    await harness.outbox.insert({ _id: 'inserted', name: 'Ann', count: 0 }, [event])
    await until(() => of(event.id).length === 1)
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

  test('when many documents are written at once, then each fails or holds by itself, and so do their events', async () => {
    await harness.outbox.insert({ _id: 'many-3', name: 'Ann', count: 0 })
    const events = Array.from({ length: 8 }, () => contactSaved())
    const outcomes = await Promise.allSettled(
      events.map((event, n) => harness.outbox.insert({ _id: `many-${n}`, name: 'Bob', count: n }, [event])),
    )
    const failures = outcomes.map((one) => (one.status === 'rejected' ? one.reason.code : 'written'))
    expect(failures).toEqual(events.map((_, n) => (n === 3 ? 11000 : 'written')))
    await until(() => events.every(({ id }, n) => n === 3 || of(id).length === 1))
    expect(of(events[3]?.id ?? '')).toEqual([])
    expect(await harness.things.findById('many-3').lean()).toMatchObject({ name: 'Ann' })
  })

  test('when a process died between the write and the publish, then another relay publishes after the lease', async () => {
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

  test('when two relays work on one collection, then every event arrives and nothing stays behind', async () => {
    const second = harness.relayOn(await harness.connect())
    second.start()
    const events = Array.from({ length: 200 }, () => contactSaved())
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

  test('when twenty changes race on one document, then each is applied once, in some order', async () => {
    await harness.outbox.insert({ _id: 'raced', name: 'Cy', count: 0 })
    const changes = await Promise.all(
      Array.from({ length: 15 }, () =>
        harness.outbox.change({ _id: 'raced' }, ({ count }) => ({ update: { $set: { count: count + 1 } } })),
      ),
    )
    expect(changes.every((change) => change?.changed)).toBe(true)
    expect((await harness.things.findById('raced').lean())?.count).toBe(15)
  })

  test('when the decision is to leave all as it is, then nothing is written', async () => {
    const before = await harness.things.findById('raced').lean()
    const result = await harness.outbox.change({ _id: 'raced' }, () => null)
    expect(result?.changed).toBe(false)
    expect(await harness.things.findById('raced').lean()).toEqual(before)
    expect(await harness.outbox.change({ _id: 'nobody' }, () => null)).toBeNull()
  })

  test('when the document is known already, then it is not read again unless it was changed meanwhile', async () => {
    const known = await harness.outbox.insert({ _id: 'known', name: 'Kim', count: 0 })
    const seen: number[] = []
    const addOne = (thing: { revision: number; count: number }) => {
      seen.push(thing.revision)
      return thing.count < 2 ? { update: { $inc: { count: 1 } } } : null
    }
    expect(await harness.outbox.change({ _id: 'known' }, addOne, known)).toMatchObject({ changed: true })
    expect(seen).toEqual([1])
    // The same again is behind by now: it is read, and decided on, anew.
    expect(await harness.outbox.change({ _id: 'known' }, addOne, known)).toMatchObject({ changed: true })
    expect(seen).toEqual([1, 1, 2])
    const full = { ...known, count: 2 }
    expect(await harness.outbox.change({ _id: 'known' }, addOne, full)).toMatchObject({
      changed: false,
      document: { revision: 3, count: 2 },
    })
    expect(seen).toEqual([1, 1, 2, 1, 3])
  })

  test('when a process remembers what it wrote, then it reads only what another changed, or what it would leave or refuse', async () => {
    const { things, outbox: another, relay } = harness
    const outbox = createOutbox(things, relay.nudge, { remembered: 2 })
    const read = jest.spyOn(things.collection, 'findOne')
    const readsOf = async (work: () => Promise<unknown>) => {
      const before = read.mock.calls.length
      await work()
      return read.mock.calls.length - before
    }
    const rename = (name: string) => outbox.change({ _id: 'kept' }, () => ({ update: { $set: { name } } }))
    const addTo = (of: typeof outbox) =>
      of.change({ _id: 'kept' }, () => ({ update: { $inc: { count: 1 } } }))

    await outbox.insert({ _id: 'kept', name: 'Kim', count: 0 })
    expect(await readsOf(() => rename('Kit'))).toBe(0)
    expect(await readsOf(() => rename('Kay'))).toBe(0)
    // What it comes to is not plain to see: the next one reads it.
    expect(await readsOf(() => addTo(outbox))).toBe(0)
    expect(await readsOf(() => rename('Kai'))).toBe(1)

    await addTo(another)
    const seen: number[] = []
    const leave = outbox.change({ _id: 'kept' }, ({ count }) => {
      seen.push(count)
      return null
    })
    expect(await leave).toMatchObject({ changed: false, document: { name: 'Kai', count: 2, revision: 6 } })
    expect(seen).toEqual([1, 2])
    await rename('Kim')
    await addTo(another)
    const refuse = outbox.change({ _id: 'kept' }, ({ count }) => {
      // What it remembers has another count.
      throw new Error(`not with ${count}`)
    })
    await expect(refuse).rejects.toThrow('not with 3')
    expect(await things.findById('kept').lean()).toMatchObject({ name: 'Kim', count: 3, revision: 8 })

    await Promise.all(['one', 'two', 'three'].map((_id) => outbox.insert({ _id, name: _id, count: 0 })))
    const recount = (_id: string) => outbox.change({ _id }, () => ({ update: { $set: { count: 9 } } }))
    expect(await readsOf(() => recount('one'))).toBe(1)
    expect(await readsOf(() => recount('three'))).toBe(0)
    read.mockRestore()
  })

  test('when no queue takes an event, then it waits in its outbox until one does', async () => {
    const names = brokerNames(harness.queuePrefix)
    const reader = names.queue('achievement', 'contact-saved')
    await harness.broker.withChannel((channel) => channel.unbindQueue(reader, names.events, 'contact-saved'))
    const event = contactSaved()
    await harness.outbox.insert({ _id: 'unroutable', name: 'Di', count: 0 }, [event])
    expect(of(event.id)).toHaveLength(0)
    expect((await harness.things.findById('unroutable').lean())?.outbox).toHaveLength(1)
    await harness.broker.withChannel((channel) => channel.bindQueue(reader, names.events, 'contact-saved'))
    await until(() => of(event.id).length > 0)
  })

  test('when code that owns no such event emits it, then the type checker refuses', () => {
    const wrong = async () => {
      const { createEmitter } = await import('../src/index.ts')
      // @ts-expect-error only order may emit order-paid
      createEmitter('contact')('order-paid', 'x', {})
    }
    expect(typeof wrong).toBe('function')
  })
})

describe('consumer', () => {
  test('when the forerunner is missing, then the event comes again a second later', async () => {
    let tries = 0
    react = async () => {
      if (++tries === 1) throw new NotYet('no forerunner')
    }
    const event = contactSaved()
    const start = Date.now()
    await harness.outbox.insert({ _id: 'not-yet', name: 'Ed', count: 0 }, [event])
    await until(() => of(event.id).length === 1)
    react = idle
    expect(tries).toBe(2)
    expect(Date.now() - start).toBeGreaterThanOrEqual(1_000)
  })

  test('when a resource is away, then the message is held here and does not climb the ladder', async () => {
    let tries = 0
    react = async () => {
      if (++tries < 4) throw new Error('database away')
    }
    const event = contactSaved()
    const start = Date.now()
    await harness.outbox.insert({ _id: 'held', name: 'Flo', count: 0 }, [event])
    await until(() => of(event.id).length === 1)
    react = idle
    expect(tries).toBe(4)
    expect(Date.now() - start).toBeLessThan(1_000)
  })

  test('when a message is no such event, then it lies dead with its reason, others pass, and a replay brings it back', async () => {
    const names = brokerNames(harness.queuePrefix)
    await harness.broker.publish(names.events, 'contact-saved', Buffer.from('{"poison":true}'), {
      messageId: 'poison-1',
    })
    const after = contactSaved()
    const start = Date.now()
    await harness.outbox.insert({ _id: 'after-poison', name: 'Gus', count: 0 }, [after])
    await until(() => of(after.id).length === 1)
    expect(Date.now() - start).toBeLessThan(1_000)

    const options = { ...queue, broker: harness.broker, queuePrefix: harness.queuePrefix }
    const letters = await until(async () => {
      const found = await listDeadLetters(options)
      return found.length === 1 ? found : null
    })
    expect(letters[0]).toMatchObject({ id: 'poison-1', failures: 1, content: '{"poison":true}' })
    expect(letters[0]?.reason).toContain('Poison: not a valid contact-saved')

    expect(await replayDeadLetters(options, ['somebody-else'])).toBe(0)
    // Looking at a message holds it for the moment that the broker needs to take it back.
    await until(async () => (await replayDeadLetters(options, ['poison-1'])) === 1)
    // It is as poisonous as before, and comes back to where it was.
    await until(async () => (await listDeadLetters(options)).length === 1)
  })

  test('when the same event is delivered twice, then the handler sees it twice with the same id', async () => {
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
    await until(() => of(event.id).length === 1)
    await until(async () => (await pending()) === 0)
    await harness.things.collection.updateOne({ _id: 'twice' } as never, {
      $set: { outbox: [event], outboxDueAt: new Date() },
    })
    await until(() => of(event.id).length === 2)
  })
})
