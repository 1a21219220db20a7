import { auditList } from '@prankpost/contracts'
import { sweepExpired } from '@prankpost/local-stack'
import { testNamespace, until } from '@prankpost/test-harness'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createAuditModel } from '../src/auth/audit.model.ts'
import { createAuditTrail } from '../src/auth/audit.ts'
import { sharedOperator } from '../src/auth/operator-check.ts'
import { connectDatabase, ensureIndexes } from '../src/data/database.ts'
import { conflict, invalid, unauthorized } from '../src/errors.ts'
import { sendCsv } from '../src/http/csv.ts'
import { on, type Route } from '../src/http/routes.ts'
import { createLogger } from '../src/ops/log.ts'
import { explainQueries, newId, serveRoutes } from '../src/testing/index.ts'

const password = 'the right password'
const log = createLogger('support', 'silent')
const space = testNamespace()
const settings = { MONGODB_URI: space.mongodbUri, DATABASE_PREFIX: space.databasePrefix }
const connection = await connectDatabase('support', settings)
const records = createAuditModel(connection)
await ensureIndexes(connection)
const audit = createAuditTrail({ service: 'support', connection, log })

/** What the use case does when it is called. */
let act: () => Promise<unknown>
/** The entries in the trail when the use case began. */
let before: object[]
const acting = async () => {
  before = await records.find({}, { _id: 0, searchTerms: 0 }).lean()
  return (await act()) as never
}
const routes: Route[] = [
  on('PUT /api/admin/contact-messages/:id', acting),
  on('DELETE /api/admin/contact-messages/:id', acting),
  on('GET /api/admin/contact-messages', acting),
  on('GET /api/admin/contact-messages/export', ({ res }) =>
    sendCsv(res, 'messages', { Name: (name: string) => name }, rows()),
  ),
]
const page = (items: string[]) => ({ items, total: items.length, nextCursor: null })
async function* rows() {
  await acting()
  yield 'Pat'
}
const serve = (checks: { audit?: typeof audit }) =>
  serveRoutes(routes, {
    operatorCheck: async (given) => {
      if (given.password !== password) throw unauthorized()
      return sharedOperator
    },
    ...checks,
  })
const server = await serve({ audit })
const headers = {
  'x-admin-password': password,
  'x-request-id': 'request-0001',
  'x-forwarded-for': '203.0.113.9',
}
const id = newId()
const message = `/api/admin/contact-messages/${id}`
const list = async (query = '') =>
  auditList.parse((await server.call('GET', `/api/admin/audit/support${query}`, { headers })).body)

beforeEach(async () => {
  await records.deleteMany()
  before = []
  act = async () => ({})
})
afterAll(async () => {
  await server.close()
  await connection.close()
  await space.drop({ topology: false })
})

describe('a state-changing call', () => {
  test('when it is made then it is recorded before it is carried out, and its outcome afterwards', async () => {
    const body = { status: 'resolved', adminPassword: password }
    expect((await server.call('PUT', message, { headers, body })).status).toBe(200)
    const call = {
      actor: 'admin',
      address: '203.0.113.9',
      requestId: 'request-0001',
      endpoint: 'PUT /api/admin/contact-messages/:id',
      params: { id },
      body: '{"status":"resolved"}',
    }
    expect(before).toEqual([{ ...call, at: expect.any(Date), status: null, ms: null, records: null }])
    const { items, total } = await list()
    expect(items).toEqual([
      {
        ...call,
        id: expect.any(String),
        service: 'support',
        at: expect.any(String),
        outcome: { status: 200, ms: expect.any(Number) },
        records: null,
      },
    ])
    expect(total).toBe(1)
  })

  test('when it has no body then none is recorded', async () => {
    await server.call('DELETE', message, { headers })
    expect((await list()).items).toMatchObject([{ body: null, outcome: { status: 204 } }])
  })

  test('when the use case refuses it or fails then the entry has that status', async () => {
    act = async () => {
      throw conflict('Somebody else changed it.')
    }
    await server.call('DELETE', message, { headers })
    act = async () => {
      throw new Error('a fault')
    }
    await server.call('DELETE', message, { headers })
    expect((await list()).items.map(({ outcome }) => outcome?.status)).toEqual([500, 409])
  })

  test('when the same call is made twice then there are two entries', async () => {
    await server.call('DELETE', message, { headers })
    await server.call('DELETE', message, { headers })
    expect((await list()).total).toBe(2)
  })

  test('when the process dies before the call is carried out then an entry without an outcome remains', async () => {
    await audit.begin({ endpoint: 'DELETE /api/x', address: '203.0.113.9', requestId: 'request-0001' })
    expect((await list()).items).toMatchObject([{ outcome: null }])
  })

  test('when the outcome cannot be written then the call succeeds, and its entry has no outcome', async () => {
    const closing = await connectDatabase('support', settings)
    const other = await serve({ audit: createAuditTrail({ service: 'support', connection: closing, log }) })
    act = async () => {
      await closing.close()
      return {}
    }
    expect((await other.call('PUT', message, { headers, body: { status: 'new' } })).status).toBe(200)
    expect((await list()).items).toMatchObject([{ body: '{"status":"new"}', outcome: null }])
    await other.close()
  })

  test('when the entry cannot be written then nothing is done, and the response is a 503', async () => {
    const closed = await connectDatabase('support', settings)
    const trail = createAuditTrail({ service: 'support', connection: closed, log })
    const other = await serve({ audit: trail })
    await closed.close()
    let done = 0
    act = async () => ++done
    const answers = [
      await other.call('DELETE', message, { headers }),
      await other.call('GET', '/api/admin/contact-messages/export', { headers }),
    ]
    expect(done).toBe(0)
    act = async () => page(['a secret'])
    answers.push(await other.call('GET', '/api/admin/contact-messages', { headers }))
    expect(answers.map(({ status, body }) => [status, body.code])).toEqual(
      Array.from({ length: 3 }, () => [503, 'unavailable']),
    )
    expect(JSON.stringify(answers)).not.toContain('a secret')
    await other.close()
  })

  test('when it does not reach the use case (wrong password, invalid body) then it is not recorded', async () => {
    expect((await server.call('DELETE', message, { headers: { 'x-admin-password': 'guess' } })).status).toBe(
      401,
    )
    expect((await server.call('PUT', message, { headers, body: { status: 'lost' } })).status).toBe(400)
    expect((await list()).total).toBe(0)
  })
})

describe('other calls', () => {
  test('when a file is exported then it is recorded with its filter and without the password', async () => {
    const path = `/api/admin/contact-messages/export?q=pat&adminPassword=${encodeURIComponent(password)}`
    expect((await server.call('GET', path)).status).toBe(200)
    expect(before).toMatchObject([{ params: { q: 'pat' }, status: null }])
    // The outcome of a file is recorded once its last part is on its way.
    await until(async () => (await list()).items[0]?.outcome)
    expect((await list()).items).toMatchObject([{ records: 1, outcome: { status: 200 } }])
    expect(JSON.stringify(await records.find().lean())).not.toContain(password)
  })
})

describe('a read of personal data', () => {
  const read = (query = '') => server.call('GET', `/api/admin/contact-messages${query}`, { headers })

  test('when a page is returned then its caller, query and number of records are recorded in one write before', async () => {
    act = async () => page(['Pat', 'Ann'])
    const { status, body } = await read(`?q=pat&status=new&limit=20&cursor=${id}`)
    expect([status, body.items]).toEqual([200, ['Pat', 'Ann']])
    expect((await list()).items).toEqual([
      {
        id: expect.any(String),
        service: 'support',
        at: expect.any(String),
        actor: 'admin',
        address: '203.0.113.9',
        requestId: 'request-0001',
        endpoint: 'GET /api/admin/contact-messages',
        params: { q: 'pat', status: 'new', limit: '20', cursor: id },
        body: null,
        outcome: { status: 200, ms: expect.any(Number) },
        records: 2,
      },
    ])
  })

  test('when it returns no records and is not a search, such as the counts on the tabs, then it is not recorded', async () => {
    act = async () => ({ ...page([]), total: 7 })
    expect((await read('?limit=0')).body).toMatchObject({ items: [], total: 7 })
    await read()
    expect((await list()).total).toBe(0)
  })

  test('when a search finds nothing then it is still recorded', async () => {
    act = async () => page([])
    await read('?q=pat')
    await read('?q=pat&limit=0')
    expect((await list()).items).toMatchObject([
      { params: { q: 'pat', limit: '0' }, records: 0 },
      { params: { q: 'pat' }, records: 0 },
    ])
  })

  test('when it is refused or fails then nothing is recorded', async () => {
    act = async () => {
      throw invalid('There is no such status.')
    }
    expect((await read('?status=lost')).status).toBe(400)
    act = async () => {
      throw new Error('a fault')
    }
    expect((await read()).status).toBe(500)
    expect((await list()).total).toBe(0)
  })
})

describe('the list', () => {
  const begin = (endpoint: string, body: object, params = {}) =>
    audit.begin({ endpoint, address: '203.0.113.9', requestId: 'request-0001', params, body })

  test('when it is searched by id, path or address then the matching entries are found, through an index', async () => {
    await begin('POST /api/admin/orders/status', {
      orderIds: Array.from({ length: 200 }, (_, n) => `order-${n}`),
    })
    await begin('DELETE /api/admin/contact-messages/:id', {}, { id: 'message-1' })
    const found = async (q: string) =>
      (await list(`?q=${encodeURIComponent(q)}`)).items.map(({ endpoint }) => endpoint)
    expect(await found('order-199')).toEqual(['POST /api/admin/orders/status'])
    expect(await found('contact-messages')).toEqual(['DELETE /api/admin/contact-messages/:id'])
    expect(await found('message-1 delete')).toEqual(['DELETE /api/admin/contact-messages/:id'])
    expect(await found('203.0.113.9')).toHaveLength(2)
    expect(await found('nobody')).toEqual([])
    const served = await explainQueries(connection, () => audit.list({ limit: 50, q: 'order-199' }))
    for (const { stages } of served) expect(stages).not.toContain('COLLSCAN')
    expect(served).not.toHaveLength(0)
  })

  test('when one kind is requested then the other is omitted, also in a search, through an index', async () => {
    act = async () => page(['Pat'])
    await server.call('DELETE', message, { headers })
    await server.call('GET', '/api/admin/contact-messages?q=pat', { headers })
    // Like an entry from before reads were recorded.
    await records.updateMany({ endpoint: /^DELETE/ }, { $unset: { isRead: 1, records: 1 } })
    const endpoints = async (query: string) => (await list(query)).items.map(({ endpoint }) => endpoint)
    const [read, change] = ['GET /api/admin/contact-messages', 'DELETE /api/admin/contact-messages/:id']
    expect(await endpoints('')).toEqual([read, change])
    expect(await endpoints('?kind=reads')).toEqual([read])
    expect(await endpoints('?kind=changes')).toEqual([change])
    expect(await endpoints('?kind=changes&q=contact-messages')).toEqual([change])
    expect(await endpoints('?kind=reads&q=delete')).toEqual([])
    expect((await server.call('GET', '/api/admin/audit/support?kind=all', { headers })).status).toBe(400)
    for (const query of [{ kind: 'reads' }, { kind: 'changes' }, { kind: 'changes', q: 'pat' }] as const) {
      const served = await explainQueries(connection, () => audit.list({ limit: 50, ...query }))
      for (const { stages } of served) expect(stages).not.toContain('COLLSCAN')
      expect(served).not.toHaveLength(0)
    }
  })

  test('when it is longer than a page then the next page continues, newest first', async () => {
    for (const n of [1, 2, 3]) await begin(`DELETE /api/${n}`, {})
    const first = await list('?limit=2')
    expect(first.items.map(({ endpoint }) => endpoint)).toEqual(['DELETE /api/3', 'DELETE /api/2'])
    const second = await list(`?limit=2&cursor=${first.nextCursor}`)
    expect([second.items.map(({ endpoint }) => endpoint), second.nextCursor]).toEqual([
      ['DELETE /api/1'],
      null,
    ])
  })

  test('when a body is very long then only its beginning is stored; secrets are never stored', async () => {
    await begin('POST /api/x', { notes: 'n'.repeat(30_000), deep: [{ newPassword: 'hunter22' }] })
    await begin('POST /api/y', { deep: [{ password: 'hunter22', kept: 1 }] })
    const [y, x] = (await list()).items
    expect(x?.body).toHaveLength(20_000 + '... (30026 characters in all)'.length)
    expect(y?.body).toBe('{"deep":[{"kept":1}]}')
    expect(JSON.stringify(await records.find().lean())).not.toContain('hunter22')
  })

  test('when an endpoint hides fields then they are neither stored nor found', async () => {
    const body = { parcels: [{ id: 'a1', trackingNumber: 'TRACK-1' }], trackingNumber: 'TRACK-2' }
    const call = { endpoint: 'POST /api/x', address: '203.0.113.9', requestId: 'request-0001' }
    await audit.begin({ ...call, body, hidesFields: ['trackingNumber'] })
    expect((await list()).items[0]?.body).toBe('{"parcels":[{"id":"a1"}]}')
    expect(JSON.stringify(await records.find().lean())).not.toMatch(/track/i)
  })

  test('when the password is missing then it is a 401', async () => {
    expect((await server.call('GET', '/api/admin/audit/support')).status).toBe(401)
  })

  test('when an entry is older than 400 days then it is deleted, and a newer one stays', async () => {
    const index = (await records.listIndexes()).find(({ expireAfterSeconds }) => expireAfterSeconds)
    expect(index).toMatchObject({ key: { at: 1 }, expireAfterSeconds: 400 * 24 * 60 * 60 })
    for (const n of [399, 401]) {
      await begin(`DELETE /api/${n}`, {})
      const at = new Date(Date.now() - n * 24 * 60 * 60_000)
      await records.updateOne({ endpoint: `DELETE /api/${n}` }, { $set: { at } })
    }
    await sweepExpired(connection.getClient(), connection.name)
    expect((await list()).items.map(({ endpoint }) => endpoint)).toEqual(['DELETE /api/399'])
  })
})

test('when a service has audited endpoints and no audit trail then it does not start', async () => {
  await expect(serve({})).rejects.toThrow(/needs an audit trail/)
})
