import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createEmitter, listDeadLetters } from '@prankpost/messaging'
import { connectForTest, consumeForTest, expireRetries } from '@prankpost/messaging/testing'
import { openRelay, testNamespace, until } from '@prankpost/test-harness'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { connectDatabase, databaseAnswers } from '../src/data/database.ts'
import { createInternalClient } from '../src/http/internal-client.ts'
import { createLogger } from '../src/ops/log.ts'
import { newId, testServiceKeys } from '../src/testing/index.ts'

const service = 'contact'
const event = 'password-changed'
const log = createLogger(service, 'silent')
const space = testNamespace()
const { queuePrefix } = space

/** Another service, whose answer a test sets. */
const answer = { status: 200, body: '{"ok":true}' }
const other = createHttpServer((_req, res) => {
  res.statusCode = answer.status
  res.setHeader('content-type', 'application/json').end(answer.body)
}).listen(0, '127.0.0.1')
await once(other, 'listening')
const auth = createInternalClient({
  from: service,
  to: 'auth',
  urls: [`http://127.0.0.1:${(other.address() as AddressInfo).port}`],
  privateKey: testServiceKeys.privateKey,
})

const relay = await openRelay(space.mongodbUri)
const cutDatabase = () => {
  relay.mode = 'refuse'
  relay.lose()
}
const connection = await connectDatabase(service, {
  MONGODB_URI: relay.uri,
  DATABASE_PREFIX: space.databasePrefix,
})
const handled = connection.collection<{ _id: string }>('handled')
const broker = await connectForTest(service, { url: space.amqpUrl, queuePrefix, log })

/** The owners whose events require a call to another service. */
const asksAuth = new Set<string>()
let tries = 0
const idle = async () => {}
const consumer = await consumeForTest({
  service,
  handlers: {
    'session-ended': idle,
    'sessions-ended': idle,
    'customer-block-changed': idle,
    'customer-export-requested': idle,
    'customer-deletion-requested': idle,
    'password-changed': async ({ data: { ownerId } }) => {
      tries += 1
      if (asksAuth.has(ownerId)) await auth.post('/internal/question', z.object({ ok: z.boolean() }), {})
      await handled.updateOne({ _id: ownerId }, { $set: { at: new Date() } }, { upsert: true })
    },
  },
  broker,
  log,
  queuePrefix,
  databaseAnswers: () => databaseAnswers(connection),
  outagePauseMs: 100,
})

afterAll(async () => {
  await consumer.stop()
  await broker.close()
  await connection.close()
  relay.close()
  other.close()
  await space.drop()
})
beforeEach(() => {
  Object.assign(answer, { status: 200, body: '{"ok":true}' })
  tries = 0
})

const emit = createEmitter('auth')
const passwordChanged = (ownerId: string) =>
  emit(event, ownerId, { ownerId, changedAt: new Date().toISOString() })
const deadLetters = () => listDeadLetters({ broker, queuePrefix, service, event })
const isHandled = async (ownerId: string) => (await handled.countDocuments({ _id: ownerId })) === 1
const countWaiting = () =>
  broker.withChannel(
    async (channel) => (await channel.checkQueue(`${queuePrefix}${service}.${event}`)).messageCount,
  )

/** Expires all retry stages repeatedly until `check` returns a truthy value. */
const untilRetried = <T>(check: () => Promise<T>) =>
  until(async () => {
    await expireRetries({ broker, service, queuePrefix })
    return check()
  })

describe('when another service fails', () => {
  test.each([
    ['answers 500', 500, '{"message":"x","code":"internal","requestId":"y"}', /auth: 500/],
    ['answers with an unexpected body', 200, '{"ok":"perhaps"}', /auth: unexpected answer/],
  ])(
    'when it %s then the message passes every retry stage and becomes a dead letter with its reason',
    async (_what, status, body, reason) => {
      Object.assign(answer, { status, body })
      const ownerId = newId()
      asksAuth.add(ownerId)
      const sent = passwordChanged(ownerId)
      await consumer.deliver(sent)
      const deadLetter = await untilRetried(async () =>
        (await deadLetters()).find(({ id }) => id === sent.id),
      )
      // The first attempt, three after 1 s, three after 10 s, five after a minute, and six after ten minutes.
      // A delivery whose confirm was late is redelivered, and is no failure.
      expect(deadLetter.failures).toBe(18)
      expect(tries).toBeGreaterThanOrEqual(18)
      expect(deadLetter.reason).toMatch(reason)
    },
  )

  test('when it answers again then the message is handled after the next retry stage', async () => {
    answer.status = 503
    const ownerId = newId()
    asksAuth.add(ownerId)
    await consumer.deliver(passwordChanged(ownerId))
    expect(await isHandled(ownerId)).toBe(false)
    answer.status = 200
    await until(() => isHandled(ownerId))
  })

  test('when 65 messages wait for it, more than are delivered at once, then others are handled meanwhile', async () => {
    answer.status = 500
    const bad = Array.from({ length: 65 }, newId)
    for (const ownerId of bad) asksAuth.add(ownerId)
    await Promise.all(bad.map((ownerId) => consumer.deliver(passwordChanged(ownerId))))
    const good = Array.from({ length: 5 }, newId)
    for (const ownerId of good) expect(await consumer.deliver(passwordChanged(ownerId))).toBeNull()
    answer.status = 200
    await untilRetried(async () => (await Promise.all(bad.map(isHandled))).every(Boolean))
  })
})

describe("when the service's own database is down", () => {
  test('then messages stay in their queue, and all are handled once it answers', async () => {
    const before = (await deadLetters()).length
    cutDatabase()
    await until(async () => !(await databaseAnswers(connection)))
    const owners = Array.from({ length: 20 }, newId)
    // The first one detects that the database is down; from then on nothing is consumed.
    expect(await consumer.deliver(passwordChanged(owners[0] ?? ''))).toBeInstanceOf(Error)
    await untilRetried(async () => (await countWaiting()) > 0)
    for (const ownerId of owners.slice(1)) {
      await broker.publish(
        `${queuePrefix}prankpost.events`,
        event,
        Buffer.from(JSON.stringify(wire(passwordChanged(ownerId)))),
        { messageId: ownerId, contentType: 'application/cloudevents+json' },
      )
    }
    // No message is held unacknowledged, because the broker's consumer timeout would end the connection.
    await untilRetried(async () => (await countWaiting()) === owners.length)
    const triesMeanwhile = tries
    expect(triesMeanwhile).toBeLessThan(owners.length)

    relay.mode = 'forward'
    await until(async () => (await Promise.all(owners.map(isHandled))).every(Boolean))
    expect((await deadLetters()).length).toBe(before)
  })

  test('when the database fails then a message does not use up a retry', async () => {
    const ownerId = newId()
    cutDatabase()
    await until(async () => !(await databaseAnswers(connection)))
    const sent = passwordChanged(ownerId)
    await consumer.deliver(sent)
    await untilRetried(async () => (await countWaiting()) === 1)
    const headers = await broker.withChannel(async (channel) => {
      const message = await channel.get(`${queuePrefix}${service}.${event}`)
      return message ? message.properties.headers : null
    })
    expect(headers).not.toHaveProperty('x-failures')
    relay.mode = 'forward'
    await until(() => isHandled(ownerId))
  })
})

const wire = ({ time, ...entry }: ReturnType<typeof passwordChanged>) => ({
  specversion: '1.0',
  source: 'auth',
  datacontenttype: 'application/json',
  time: time.toISOString(),
  ...entry,
})
