import { type DeadLetterEntry, deadLetterList, type EventName } from '@prankpost/contracts'
import { brokerNames, connectBroker, createEmitter, type Handlers, Poison } from '@prankpost/messaging'
import { consumeForTest, until } from '@prankpost/messaging/testing'
import { testNamespace } from '@prankpost/test-harness'
import mongoose from 'mongoose'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { createAuditTrail } from '../src/auth/audit.ts'
import { unauthorized } from '../src/errors.ts'
import { createHttpApp } from '../src/http/http-app.ts'
import { mountRoutes } from '../src/http/routes.ts'
import { deadLetterRoutes } from '../src/ops/dead-letter-routes.ts'
import { createLogger } from '../src/ops/log.ts'
import { newId, serveForTest, testKeys, testPublicUrl } from '../src/testing/index.ts'

const service = 'achievement'
const path = `/api/admin/dead-letters/${service}`
const password = 'prankmaster'
const log = createLogger(service, 'silent')
const space = testNamespace()
const { queuePrefix } = space
const names = brokerNames(queuePrefix)
const connection = await mongoose
  .createConnection(space.mongodbUri, { dbName: `${space.databasePrefix}_dead_letters` })
  .asPromise()

/** A replica of the service, as far as the operator's routes go. */
async function startReplica() {
  const broker = await connectBroker({ url: space.amqpUrl, queuePrefix, clientName: 'dead letters', log })
  const server = await serveForTest(
    createHttpApp({
      log,
      publicUrl: testPublicUrl,
      isReady: async () => broker.isReady(),
      mount: (app) =>
        mountRoutes(app, deadLetterRoutes({ service, broker, queuePrefix, log }), {
          publicUrl: testPublicUrl,
          sessionPublicKey: testKeys.public,
          audit: createAuditTrail({ service, connection, log }),
          adminCheck: async (given) => {
            if (given !== password) throw unauthorized()
          },
        }),
    }),
  )
  const headers = { 'x-admin-password': password }
  return {
    broker,
    ask: () => server.call('GET', path, { headers }),
    replayAnswer: (body: object) => server.call('POST', `${path}/replay`, { body, headers }),
    call: server.call,
    async list(limit?: number) {
      const query = limit === undefined ? '' : `?limit=${limit}`
      return deadLetterList.parse((await server.call('GET', path + query, { headers })).body)
    },
    async replay(body: object = {}): Promise<number> {
      return (await server.call('POST', `${path}/replay`, { body, headers })).body.replayed
    },
    stopServing: () => server.close(),
    async close() {
      await server.close()
      await broker.close()
    },
  }
}

const first = await startReplica()
const second = await startReplica()

/** Ids of what the service took in, in the order in which it did. */
const handled: string[] = []
/** Events that the service cannot take in for now. */
const refused = new Set<EventName>()
const handle = (name: EventName) => async (event: { id: string }) => {
  if (refused.has(name)) throw new Poison(`no ${name} today`)
  handled.push(event.id)
}
const handlers: Handlers<typeof service> = {
  'contact-saved': handle('contact-saved'),
  'order-paid': handle('order-paid'),
  'order-recovered': handle('order-recovered'),
  'prank-shipped': handle('prank-shipped'),
  'subscription-created': handle('subscription-created'),
  'subscription-renewed': handle('subscription-renewed'),
  'session-ended': handle('session-ended'),
  'password-changed': handle('password-changed'),
  'customer-export-requested': handle('customer-export-requested'),
  'customer-deletion-requested': handle('customer-deletion-requested'),
}
const consumer = await consumeForTest({ service, handlers, broker: first.broker, log, queuePrefix })

afterAll(async () => {
  await consumer.stop()
  await first.close()
  await second.close()
  await connection.close()
  await space.drop()
})

const emit = { contact: createEmitter('contact'), order: createEmitter('order') }
const contactSaved = (contactId = newId()) =>
  emit.contact('contact-saved', contactId, {
    contactId,
    ownerId: newId(),
    created: true,
    savedAt: new Date().toISOString(),
  })
const orderPaid = (orderId = newId()) =>
  emit.order('order-paid', orderId, {
    orderId,
    ownerId: newId(),
    items: [],
    totalCents: 499,
    customMessage: null,
    paidAt: new Date().toISOString(),
  })

/** Delivers events while the service refuses them, until all of them lie dead. */
async function letDie(...events: ReturnType<typeof contactSaved | typeof orderPaid>[]): Promise<string[]> {
  const { total } = await first.list()
  for (const { type } of events) refused.add(type)
  await Promise.all(events.map(consumer.deliver))
  await until(async () => (await first.list()).total === total + events.length)
  refused.clear()
  return events.map(({ id }) => id)
}

/** Puts a message into a dead-letter queue as it is, for what no service of ours makes. */
const putDead = (event: EventName, messageId: string, content: string, headers = {}) =>
  first.broker.publish(
    names.dead(service),
    names.deadQueue(names.queue(service, event)),
    Buffer.from(content),
    {
      messageId,
      headers,
    },
  )
afterEach(async () => {
  for (const event of Object.keys(handlers) as EventName[]) {
    const queue = names.deadQueue(names.queue(service, event))
    await first.broker.withChannel((channel) => channel.purgeQueue(queue))
  }
})

/** How often the first message of a dead-letter queue was given back, as the broker counts. */
const looksAt = (event: EventName) =>
  first.broker.withChannel(async (channel) => {
    const message = await channel.get(names.deadQueue(names.queue(service, event)))
    if (message === false) throw new Error(`no dead ${event}`)
    return Number(message.properties.headers?.['x-delivery-count'])
  })
const idsOf = (items: DeadLetterEntry[]) => items.map(({ id }) => id).sort()
const wasHandled = (ids: string[]) => until(() => ids.every((id) => handled.includes(id)))

describe('the list', () => {
  test('when nothing failed then it is empty', async () => {
    expect(await first.list()).toEqual({ items: [], total: 0 })
  })

  test('when messages failed for good then it says what, why, when and how often, the latest first', async () => {
    const [older] = await letDie(contactSaved())
    const [newer] = await letDie(orderPaid())
    const { items, total } = await first.list()
    expect([items.map(({ id }) => id), total]).toEqual([[newer, older], 2])
    expect(items[1]).toMatchObject({
      service,
      event: 'contact-saved',
      reason: 'Poison: no contact-saved today',
      failures: 1,
    })
    expect(JSON.parse(items[1]?.content ?? '')).toMatchObject({ id: older, type: 'contact-saved' })
    expect(Math.abs(Date.now() - Date.parse(items[1]?.failedAt ?? ''))).toBeLessThan(60_000)
  })

  test('when it is read again and again, by two at once, then no message is lost, doubled or hidden', async () => {
    const ids = Array.from({ length: 40 }, (_, n) => `looked-at-${n}`)
    await Promise.all(ids.map((id) => putDead('order-paid', id, '{}')))
    for (let look = 0; look < 24; look++) {
      expect(idsOf((await (look % 2 ? first : second).list()).items)).toEqual([...ids].sort())
    }
    await Promise.all(Array.from({ length: 6 }, () => [first.list(), second.list()]).flat())
    // From 20 on RabbitMQ would drop it.
    expect(await looksAt('order-paid')).toBeLessThan(19)
    await until(async () => idsOf((await first.list()).items).length === ids.length)
    expect(idsOf((await first.list()).items)).toEqual([...ids].sort())
  })

  test('when one event floods it then the others still show, and 200 in all', async () => {
    await Promise.all(Array.from({ length: 250 }, (_, n) => putDead('order-paid', `flood-${n}`, '{}')))
    await Promise.all(Array.from({ length: 3 }, (_, n) => putDead('contact-saved', `few-${n}`, '{}')))
    const { items, total } = await first.list()
    expect([items.length, total]).toEqual([200, 253])
    expect(idsOf(items.filter(({ event }) => event === 'contact-saved'))).toEqual(['few-0', 'few-1', 'few-2'])
  })

  test('when the limit is 0 then they are counted and not read', async () => {
    await Promise.all(Array.from({ length: 3 }, (_, n) => putDead('order-paid', `counted-${n}`, '{}')))
    await until(async () => (await first.list(0)).total === 3)
    expect(await first.list(0)).toEqual({ items: [], total: 3 })
    expect(await looksAt('order-paid')).toBe(0)
  })

  test('when a message is very long or not even text then its beginning is shown', async () => {
    await putDead('order-paid', 'long', 'x'.repeat(500_000), { 'x-reason': 'y'.repeat(50_000) })
    const [item] = (await first.list()).items
    expect(item?.content).toBe(`${'x'.repeat(10_000)}... (500000 characters in all)`)
    expect(item?.reason).toHaveLength(1_000)
  })
})

describe('the replay', () => {
  test('when ids are given then those messages are taken in, and the others stay', async () => {
    const [a, b, c] = await letDie(contactSaved(), contactSaved(), contactSaved())
    expect(await first.replay({ event: 'contact-saved', ids: [a, c, 'nobody'] })).toBe(2)
    await wasHandled([String(a), String(c)])
    expect(idsOf((await first.list()).items)).toEqual([b])
    expect(handled).not.toContain(b)
  })

  test('when an event is given then all of it are taken in, and those of other events stay', async () => {
    const saved = await letDie(contactSaved(), contactSaved())
    const paid = await letDie(orderPaid())
    expect(await first.replay({ event: 'contact-saved' })).toBe(2)
    await wasHandled(saved)
    expect(idsOf((await first.list()).items)).toEqual(paid)
  })

  test('when nothing is given then all that the service has are taken in, also many', async () => {
    const ids = await letDie(...Array.from({ length: 100 }, () => contactSaved()), orderPaid())
    expect(await first.replay()).toBe(101)
    await wasHandled(ids)
    expect(await first.list()).toEqual({ items: [], total: 0 })
    expect(handled.filter((id) => ids.includes(id))).toHaveLength(101)
  })

  test('when a message is as poisonous as before then it lies dead again, and the replay ends', async () => {
    await Promise.all(['p1', 'p2', 'p3'].map((id) => consumer.deliverRaw('order-paid', 'poison', id)))
    await until(async () => (await first.list()).total === 3)
    expect(await first.replay()).toBe(3)
    await until(async () => (await first.list()).total === 3)
    expect((await first.list()).items[0]?.failures).toBe(1)
  })

  test('when one message lies dead twice then both copies are sent, and what lies behind them', async () => {
    const event = contactSaved()
    const content = JSON.stringify({
      specversion: '1.0',
      source: 'contact',
      datacontenttype: 'application/json',
      ...event,
    })
    for (const id of [event.id, event.id]) await putDead('contact-saved', id, content)
    const [behind] = await letDie(contactSaved())
    expect(await first.replay({ event: 'contact-saved' })).toBe(3)
    await wasHandled([event.id, String(behind)])
    await until(() => handled.filter((id) => id === event.id).length === 2)
  })

  test('when two operators replay the same messages at once then each is sent once', async () => {
    const ids = await letDie(...Array.from({ length: 40 }, () => contactSaved()))
    const body = { event: 'contact-saved', ids }
    const counts = await Promise.all([first.replay(body), second.replay(body)])
    // One that the other held for a moment waits for the next try.
    const eventPause = await until(async () => {
      const { total } = await first.list()
      return total === 0 ? 'none' : void counts.push(await first.replay(body))
    })
    expect(eventPause).toBe('none')
    await wasHandled(ids)
    expect(counts.reduce((a, b) => a + b)).toBe(40)
    expect(handled.filter((id) => ids.includes(id))).toHaveLength(40)
  })

  test('when a list is read at the same time then the replay misses nothing', async () => {
    const ids = await letDie(...Array.from({ length: 20 }, () => contactSaved()))
    const [, replayed] = await Promise.all([first.list(), first.replay({ event: 'contact-saved', ids })])
    expect(replayed).toBe(20)
  })
})

describe('who may, and what not', () => {
  test('when the password is missing or wrong then it is a 401', async () => {
    for (const headers of [{} as Record<string, string>, { 'x-admin-password': 'guess' }]) {
      expect((await first.call('GET', path, { headers })).status).toBe(401)
      expect((await first.call('POST', `${path}/replay`, { headers, body: {} })).status).toBe(401)
    }
  })

  test('when the service reads no such event, or ids come without one, then it is a 400', async () => {
    for (const body of [{ event: 'prank-changed' }, { event: 'nonsense' }, { ids: ['a'] }]) {
      expect((await first.replayAnswer(body)).status).toBe(400)
    }
  })

  test('when the broker is away then it is a 503', async () => {
    const third = await startReplica()
    await third.broker.close()
    for (const { status, body } of [await third.ask(), await third.replayAnswer({})]) {
      expect([status, body.code]).toEqual([503, 'unavailable'])
    }
    await third.stopServing()
  })
})
