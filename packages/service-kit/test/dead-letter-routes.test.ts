import { setTimeout as sleep } from 'node:timers/promises'
import { type DeadLetterEntry, deadLetterList, type EventName } from '@prankpost/contracts'
import { type Broker, brokerNames, createEmitter, type Handlers, Poison } from '@prankpost/messaging'
import { connectForTest, consumeForTest } from '@prankpost/messaging/testing'
import { openRelay, testNamespace, until } from '@prankpost/test-harness'
import mongoose from 'mongoose'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { createAuditTrail } from '../src/auth/audit.ts'
import { sharedOperator } from '../src/auth/operator-check.ts'
import { unauthorized } from '../src/errors.ts'
import { deadLetterRoutes } from '../src/ops/dead-letter-routes.ts'
import { createLogger } from '../src/ops/log.ts'
import { newId, serveRoutes } from '../src/testing/index.ts'

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

/** Starts a replica of the service with only the operator's routes. */
async function startReplica(url = space.amqpUrl, part: Partial<Broker> = {}) {
  const broker = { ...(await connectForTest(service, { url, queuePrefix, log })), ...part }
  const server = await serveRoutes(deadLetterRoutes({ service, broker, queuePrefix, log }), {
    audit: createAuditTrail({ service, connection, log }),
    operatorCheck: async (given) => {
      if (given.password !== password) throw unauthorized()
      return sharedOperator
    },
  })
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

/** The ids of the handled events, in order. */
const handled: string[] = []
/** The events that the service currently refuses. */
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
  'sessions-ended': handle('sessions-ended'),
  'customer-block-changed': handle('customer-block-changed'),
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

/** Delivers events while the service refuses them, and waits until all of them are dead letters. */
async function makeDeadLetters(
  ...events: ReturnType<typeof contactSaved | typeof orderPaid>[]
): Promise<string[]> {
  const { total } = await first.list()
  for (const { type } of events) refused.add(type)
  await Promise.all(events.map(consumer.deliver))
  await until(async () => (await first.list()).total === total + events.length)
  refused.clear()
  return events.map(({ id }) => id)
}

/** Puts a raw message into a dead-letter queue, for messages that none of our services sends. */
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

/** How often the first message of a dead-letter queue was requeued, by the broker's count. */
const deliveriesOf = (event: EventName) =>
  first.broker.withChannel(async (channel) => {
    const message = await channel.get(names.deadQueue(names.queue(service, event)))
    if (message === false) throw new Error(`no dead letter of ${event}`)
    // RabbitMQ 4 sends no count with the first delivery, RabbitMQ 3 sends 0.
    return Number(message.properties.headers?.['x-delivery-count'] ?? 0)
  })
const idsOf = (items: DeadLetterEntry[]) => items.map(({ id }) => id).sort()
const wasHandled = (ids: string[]) => until(() => ids.every((id) => handled.includes(id)))

describe('the list', () => {
  test('when nothing failed then it is empty', async () => {
    expect(await first.list()).toEqual({ items: [], total: 0 })
  })

  test('when messages are dead letters then it shows the event, reason, time and number of failures, latest first', async () => {
    const [older] = await makeDeadLetters(contactSaved())
    const [newer] = await makeDeadLetters(orderPaid())
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

  test('when two replicas read it many times then no message is lost, duplicated or hidden', async () => {
    const ids = Array.from({ length: 5 }, (_, n) => `read-${n}`)
    await Promise.all(ids.map((id) => putDead('order-paid', id, '{}')))
    for (let n = 0; n < 24; n++) {
      expect(idsOf((await (n % 2 ? first : second).list()).items)).toEqual([...ids].sort())
    }
    await Promise.all(Array.from({ length: 6 }, () => [first.list(), second.list()]).flat())
    // RabbitMQ would drop it at 20.
    expect(await deliveriesOf('order-paid')).toBeLessThan(19)
    await until(async () => idsOf((await first.list()).items).length === ids.length)
    expect(idsOf((await first.list()).items)).toEqual([...ids].sort())
  })

  test('when one event floods it then the others are still shown, and 200 messages in total', async () => {
    await Promise.all(Array.from({ length: 250 }, (_, n) => putDead('order-paid', `flood-${n}`, '{}')))
    await Promise.all(Array.from({ length: 3 }, (_, n) => putDead('contact-saved', `few-${n}`, '{}')))
    const { items, total } = await first.list()
    expect([items.length, total]).toEqual([200, 253])
    expect(idsOf(items.filter(({ event }) => event === 'contact-saved'))).toEqual(['few-0', 'few-1', 'few-2'])
  })

  test('when the limit is 0 then messages are counted but not read', async () => {
    await Promise.all(Array.from({ length: 3 }, (_, n) => putDead('order-paid', `counted-${n}`, '{}')))
    await until(async () => (await first.list(0)).total === 3)
    expect(await first.list(0)).toEqual({ items: [], total: 3 })
    expect(await deliveriesOf('order-paid')).toBe(0)
  })

  test('when a message is very long then its beginning is shown', async () => {
    await putDead('order-paid', 'long', 'x'.repeat(500_000), { 'x-reason': 'y'.repeat(50_000) })
    const [item] = (await first.list()).items
    expect(item?.content).toBe(`${'x'.repeat(10_000)}... (500000 characters in all)`)
    expect(item?.reason).toHaveLength(1_000)
  })
})

describe('the replay', () => {
  test('when ids are given then those messages are handled, and the others stay', async () => {
    const [a, b, c] = await makeDeadLetters(contactSaved(), contactSaved(), contactSaved())
    expect(await first.replay({ event: 'contact-saved', ids: [a, c, 'nobody'] })).toBe(2)
    await wasHandled([String(a), String(c)])
    expect(idsOf((await first.list()).items)).toEqual([b])
    expect(handled).not.toContain(b)
  })

  test('when an event is given then all its messages are handled, and those of other events stay', async () => {
    const saved = await makeDeadLetters(contactSaved(), contactSaved())
    const paid = await makeDeadLetters(orderPaid())
    expect(await first.replay({ event: 'contact-saved' })).toBe(2)
    await wasHandled(saved)
    expect(idsOf((await first.list()).items)).toEqual(paid)
  })

  test('when nothing is given then all dead letters of the service are handled, even if there are many', async () => {
    const ids = await makeDeadLetters(...Array.from({ length: 30 }, () => contactSaved()), orderPaid())
    expect(await first.replay()).toBe(31)
    await wasHandled(ids)
    expect(await first.list()).toEqual({ items: [], total: 0 })
    expect(handled.filter((id) => ids.includes(id))).toHaveLength(31)
  })

  test('when a message is still poisonous then it is a dead letter again, and the replay ends', async () => {
    await Promise.all(['p1', 'p2', 'p3'].map((id) => consumer.deliverRaw('order-paid', 'poison', id)))
    await until(async () => (await first.list()).total === 3)
    expect(await first.replay()).toBe(3)
    await until(async () => (await first.list()).total === 3)
    expect((await first.list()).items[0]?.failures).toBe(1)
  })

  test('when a queue contains a message twice then both copies are sent, and the messages behind them', async () => {
    const event = contactSaved()
    const content = JSON.stringify({
      specversion: '1.0',
      source: 'contact',
      datacontenttype: 'application/json',
      ...event,
    })
    for (const id of [event.id, event.id]) await putDead('contact-saved', id, content)
    const [behind] = await makeDeadLetters(contactSaved())
    expect(await first.replay({ event: 'contact-saved' })).toBe(3)
    await wasHandled([event.id, String(behind)])
    await until(() => handled.filter((id) => id === event.id).length === 2)
  })

  test('when two operators replay the same messages at once then each is sent once', async () => {
    const ids = await makeDeadLetters(...Array.from({ length: 10 }, () => contactSaved()))
    const body = { event: 'contact-saved', ids }
    const counts = await Promise.all([first.replay(body), second.replay(body)])
    // A message that the other replica held for a moment is sent by the next replay.
    const remaining = await until(async () => {
      const { total } = await first.list()
      return total === 0 ? 'none' : void counts.push(await first.replay(body))
    })
    expect(remaining).toBe('none')
    await wasHandled(ids)
    expect(counts.reduce((a, b) => a + b)).toBe(10)
    expect(handled.filter((id) => ids.includes(id))).toHaveLength(10)
  })

  test('when a list is read at the same time then the replay misses nothing', async () => {
    const ids = await makeDeadLetters(...Array.from({ length: 20 }, () => contactSaved()))
    const [, replayed] = await Promise.all([first.list(), first.replay({ event: 'contact-saved', ids })])
    expect(replayed).toBe(20)
  })
})

describe('access and errors', () => {
  test('when the password is missing or wrong then it is a 401', async () => {
    for (const headers of [{} as Record<string, string>, { 'x-admin-password': 'guess' }]) {
      expect((await first.call('GET', path, { headers })).status).toBe(401)
      expect((await first.call('POST', `${path}/replay`, { headers, body: {} })).status).toBe(401)
    }
  })

  test('when the service does not read the event, or ids are given without an event, then it is a 400', async () => {
    for (const body of [{ event: 'prank-changed' }, { event: 'nonsense' }, { ids: ['a'] }]) {
      expect((await first.replayAnswer(body)).status).toBe(400)
    }
  })

  test('when the broker is unavailable then it is a 503', async () => {
    const third = await startReplica()
    await third.broker.close()
    for (const { status, body } of [await third.ask(), await third.replayAnswer({})]) {
      expect([status, body.code]).toEqual([503, 'unavailable'])
    }
    await third.stopServing()
  })

  test('when the broker accepts no messages then they are listed, and a replay is a 503 and leaves them', async () => {
    const refuse = () => Promise.reject(new Error('the broker accepts no messages'))
    const third = await startReplica(space.amqpUrl, { isReady: () => false, publish: refuse })
    await putDead('order-paid', 'kept', '{}')
    await until(async () => (await third.list()).total === 1)
    expect((await third.replayAnswer({})).status).toBe(503)
    await until(async () => idsOf((await third.list()).items).join() === 'kept')
    await third.close()
  })

  test('when the connection to the broker is lost then it is a 503 at once, not once it is back', async () => {
    const relay = await openRelay(space.amqpUrl)
    const third = await startReplica(relay.uri)
    relay.close()
    await until(() => !third.broker.isReady())
    const asked = [third.ask(), third.replayAnswer({})]
    const answers = await Promise.race([Promise.all(asked), sleep(3_000, [])])
    await third.broker.close()
    await third.stopServing()
    expect(answers.map(({ status }) => status)).toEqual([503, 503])
  })
})
