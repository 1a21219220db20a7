import { randomUUID } from 'node:crypto'
import { sweepExpired } from '@prankpost/local-stack'
import { createEmitter, listDeadLetters } from '@prankpost/messaging'
import { connectForTest, consumeForTest } from '@prankpost/messaging/testing'
import { testNamespace, until } from '@prankpost/test-harness'
import jsonwebtoken from 'jsonwebtoken'
import { afterAll, describe, expect, test } from 'vitest'
import { createEndedSessionModel } from '../src/auth/ended-session.model.ts'
import { createEndedSessions } from '../src/auth/ended-sessions.ts'
import type { SessionUser } from '../src/auth/session.ts'
import { connectDatabase, ensureIndexes } from '../src/data/database.ts'
import { on } from '../src/http/routes.ts'
import { createLogger } from '../src/ops/log.ts'
import { cookieOf, newCustomer, serveRoutes, type TestSession, testKeys } from '../src/testing/index.ts'

const service = 'contact'
const log = createLogger(service, 'silent')
const space = testNamespace()
const { queuePrefix } = space
const database = { MONGODB_URI: space.mongodbUri, DATABASE_PREFIX: space.databasePrefix }
const connection = await connectDatabase(service, database)
const endedSessions = createEndedSessions(connection)
const documents = connection.collection<{ _id: string }>('ended_sessions')
await ensureIndexes(connection)
const broker = await connectForTest(service, { url: space.amqpUrl, queuePrefix, log })
const consumer = await consumeForTest({
  service,
  handlers: {
    ...endedSessions.handlers,
    'customer-block-changed': async () => {},
    'customer-export-requested': async () => {},
    'customer-deletion-requested': async () => {},
  },
  broker,
  log,
  queuePrefix,
})
const routes = [on('GET /api/contacts', () => [])]
const serve = (check = endedSessions) => serveRoutes(routes, { endedSessions: check })
const server = await serve()

afterAll(async () => {
  await consumer.stop()
  await server.close()
  await broker.close()
  await connection.close()
  await space.drop()
})

const dayMs = 86_400_000
const emit = createEmitter('auth')
const sessionEnded = (sessionId: string, ownerId: string, expiresAt = new Date(Date.now() + dayMs)) =>
  emit('session-ended', sessionId, {
    sessionId,
    ownerId,
    endedAt: new Date().toISOString(),
    expiresAt: expiresAt.toISOString(),
  })
const passwordChanged = (ownerId: string, changedAt: Date) =>
  emit('password-changed', ownerId, { ownerId, changedAt: changedAt.toISOString() })
const statusWith = async (cookie: string, { call } = server) =>
  (await call('GET', '/api/contacts', { headers: { cookie } })).status
const statusOf = (user: SessionUser, session: TestSession) => statusWith(cookieOf(user, session))

describe('a session that ended', () => {
  test('when its event is delivered twice then the session is a 401, and other sessions stay valid', async () => {
    const user = newCustomer()
    const [sessionId, phone] = [randomUUID(), randomUUID()]
    expect(await statusOf(user, { sessionId })).toBe(200)
    const event = sessionEnded(sessionId, user.id)
    expect([await consumer.deliver(event), await consumer.deliver(event)]).toEqual([null, null])
    expect(await statusOf(user, { sessionId })).toBe(401)
    expect(await statusOf(user, { sessionId: phone })).toBe(200)
    expect(await documents.countDocuments({ _id: sessionId })).toBe(1)
  })

  test('when another replica receives the event then this one applies it a second later, and queries the database only once', async () => {
    const user = newCustomer()
    const sessionId = randomUUID()
    const other = await serve(createEndedSessions(connection))
    const there = () => statusWith(cookieOf(user, { sessionId }), other)
    expect(await there()).toBe(200)
    const asked: unknown[] = []
    connection.set('debug', (...call: unknown[]) => void asked.push(call))
    expect(await there()).toBe(200)
    connection.set('debug', false)
    expect(asked).toEqual([])
    await consumer.deliver(sessionEnded(sessionId, user.id))
    const deliveredAt = performance.now()
    let lastAdmittedAt = deliveredAt
    await until(async () => {
      const askedAt = performance.now()
      const status = await there()
      if (status !== 401) lastAdmittedAt = askedAt
      return status === 401
    })
    // However long a call takes on a busy machine: it was sent within the second.
    expect(lastAdmittedAt - deliveredAt).toBeLessThan(1_050)
    await other.close()
  })

  test('when many copies arrive at once then it is stored once', async () => {
    const sessionId = randomUUID()
    const event = sessionEnded(sessionId, newCustomer().id)
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => consumer.deliver(event)))
    expect(new Set(outcomes)).toEqual(new Set([null]))
    expect(await documents.countDocuments({ _id: sessionId })).toBe(1)
  })

  test('when the message is invalid then it becomes a dead letter', async () => {
    await consumer.deliverRaw('session-ended', '{"specversion":"0.3"}', 'poison-1')
    const deadLetters = () => listDeadLetters({ broker, queuePrefix, service, event: 'session-ended' })
    const [deadLetter] = await until(async () => ((await deadLetters()).length > 0 ? deadLetters() : null))
    expect(deadLetter?.reason).toMatch(/^Poison: not a valid session-ended/)
  })
})

describe('the end of all sessions by an operator', () => {
  test('when its event arrives then older sessions are a 401, and later ones are valid', async () => {
    const user = newCustomer()
    const endedAt = new Date()
    const older = { passwordSetAt: new Date(endedAt.getTime() - 1) }
    expect(await statusOf(user, older)).toBe(200)
    const event = emit('sessions-ended', user.id, { ownerId: user.id, endedAt: endedAt.toISOString() })
    expect([await consumer.deliver(event), await consumer.deliver(event)]).toEqual([null, null])
    expect([await statusOf(user, older), await statusOf(user, { passwordSetAt: endedAt })]).toEqual([
      401, 200,
    ])
  })
})

describe('a new password', () => {
  test('when its event arrives then sessions with older passwords are a 401, and those with the new one stay valid', async () => {
    const user = newCustomer()
    const changedAt = new Date()
    const [older, present] = [
      { passwordSetAt: new Date(changedAt.getTime() - 1) },
      { passwordSetAt: changedAt },
    ]
    expect(await statusOf(user, older)).toBe(200)
    await consumer.deliver(passwordChanged(user.id, changedAt))
    expect([await statusOf(user, older), await statusOf(user, present)]).toEqual([401, 200])
    expect(await statusOf(newCustomer(), older)).toBe(200)
  })

  test('when two changes arrive in the wrong order, and twice, then the later one applies', async () => {
    const user = newCustomer()
    const [first, second] = [new Date(Date.now() - 60_000), new Date()]
    for (const changedAt of [second, first, second, first]) {
      expect(await consumer.deliver(passwordChanged(user.id, changedAt))).toBeNull()
    }
    expect(await statusOf(user, { passwordSetAt: first })).toBe(401)
    expect(await statusOf(user, { passwordSetAt: second })).toBe(200)
  })
})

describe('the check', () => {
  test('when a token has no id, or no time of its password, then it is a 401', async () => {
    const { id, ...names } = newCustomer()
    const common = {
      algorithm: 'ES256',
      issuer: 'auth',
      audience: 'prankpost',
      subject: id,
      expiresIn: 60,
    } as const
    const passwordSetAt = Date.now()
    const sign = (claims: object, options: object) =>
      `prankpost_session=${jsonwebtoken.sign(claims, testKeys.private, { ...common, ...options })}`
    expect(await statusWith(sign({ ...names, passwordSetAt }, { jwtid: randomUUID() }))).toBe(200)
    expect(await statusWith(sign({ ...names, passwordSetAt }, {}))).toBe(401)
    expect(await statusWith(sign({ ...names, passwordSetAt }, { jwtid: `user:${id}` }))).toBe(401)
    expect(await statusWith(sign(names, { jwtid: randomUUID() }))).toBe(401)
  })

  test('when the database is unavailable then it is a 503, and no request passes', async () => {
    const closing = await connectDatabase(service, database)
    const disconnected = await serve(createEndedSessions(closing))
    const user = newCustomer()
    expect(await statusWith(cookieOf(user), disconnected)).toBe(200)
    await closing.close()
    expect(await statusWith(cookieOf(user), disconnected)).toBe(503)
    expect(await statusWith('', disconnected)).toBe(401)
    await disconnected.close()
  })

  test('when an app with endpoints for customers has no check then it does not start', async () => {
    await expect(serveRoutes(routes)).rejects.toThrow('GET /api/contacts needs endedSessions')
  })

  test('when it checks a session then it makes one query, by the primary index', async () => {
    const queries: unknown[][] = []
    connection.set('debug', (...query: unknown[]) => void queries.push(query))
    await statusOf(newCustomer(), {})
    connection.set('debug', false)
    expect(queries.map(([collection, method]) => [collection, method])).toEqual([['ended_sessions', 'find']])
    const plan = await documents.find(queries[0]?.[2] as object).explain('queryPlanner')
    expect(JSON.stringify(plan)).toContain('IXSCAN')
  })
})

describe('the records of ended sessions', () => {
  test('when tokens have expired then their records are deleted, and the others stay', async () => {
    const [expired, valid] = [randomUUID(), randomUUID()]
    const user = newCustomer()
    await consumer.deliver(sessionEnded(expired, user.id, new Date(Date.now() - 1_000)))
    await consumer.deliver(sessionEnded(valid, user.id))
    await consumer.deliver(passwordChanged(user.id, new Date()))
    await sweepExpired(connection.getClient(), connection.name)
    const left = await createEndedSessionModel(connection)
      .find({ _id: { $in: [expired, valid, `user:${user.id}`] } })
      .lean()
    expect(left.map(({ _id }) => _id).sort()).toEqual([valid, `user:${user.id}`].sort())
    // The record outlives a session of seven days that began just before the change.
    const change = left.find(({ before }) => before !== undefined)
    expect((change?.expiresAt.getTime() ?? 0) - Date.now()).toBeGreaterThan(7 * dayMs)
  })
})
