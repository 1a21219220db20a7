import { afterAll, describe, expect, test } from '@jest/globals'
import { api } from '@prankpost/contracts'
import { routedServices } from '../src/config.ts'
import { findRoute } from '../src/route-table.ts'
import { closeAll, errorShape, publicUrl, startGateway, startUpstream } from './rig.ts'

const upstreams = await Promise.all(routedServices.map((name) => startUpstream(name)))
const services = Object.fromEntries(routedServices.map((name, i) => [name, [upstreams[i]?.url as string]]))
const gateway = await startGateway(services)
const catalog = upstreams[routedServices.indexOf('catalog')] as (typeof upstreams)[number]
const auth = upstreams[routedServices.indexOf('auth')] as (typeof upstreams)[number]
afterAll(closeAll)

describe('the routes', () => {
  test.each(Object.entries(api).map(([key, { service }]) => [key, service]))(
    'when %s is called then %s gets it as it came',
    async (key, service) => {
      const [method = '', pattern = ''] = key.split(' ')
      const path = `${pattern.replace(/:\w+/g, 'a%20b')}?q=1&q=2`
      const body = method === 'GET' ? {} : { body: '{"any": "thing"}' }
      const answer = await gateway.call(method, path, body)
      expect([answer.status, answer.body]).toEqual([200, { name: service }])
      const upstream = upstreams[routedServices.indexOf(service as never)]
      expect(upstream?.seen.at(-1)).toMatchObject({ method, url: path, body: body.body ?? '' })
    },
  )

  test.each([
    ['GET', '/api'],
    ['GET', '/api/'],
    ['GET', '/api/nothing'],
    ['GET', '/api/pranks/1'],
    ['GET', '/api//pranks'],
    ['GET', '/api/../internal/pranks'],
    ['GET', '/API/pranks'],
    ['POST', '/api/pranks'],
    ['OPTIONS', '/api/pranks'],
    ['DELETE', '/api/contacts'],
    ['GET', '/internal/pranks'],
    ['POST', '/internal/admin-password'],
    ['GET', '/INTERNAL/pranks'],
  ])('when %s %s is called then nobody gets it and it is a JSON 404', async (method, path) => {
    const before = upstreams.map(({ seen }) => seen.length)
    const answer = await gateway.call(method, path)
    expect(answer.status).toBe(404)
    expect(answer.body).toEqual(errorShape('not_found', answer.headers['x-request-id']))
    expect(upstreams.map(({ seen }) => seen.length)).toEqual(before)
  })

  test('when HEAD is asked then the service sees HEAD and the answer has no body', async () => {
    const answer = await gateway.call('HEAD', '/api/pranks')
    expect([answer.status, answer.text, catalog.seen.at(-1)?.method]).toEqual([200, '', 'HEAD'])
  })

  test('when an id holds an encoded slash then it stays one part of the path', () => {
    expect(findRoute('PUT', '/api/contacts/..%2f..%2finternal')?.service).toBe('contact')
    expect(findRoute('PUT', '/api/contacts/a/b')).toBeUndefined()
  })
})

describe('what services are told of the caller', () => {
  const told = async (headers: Record<string, string>, at = gateway) => {
    await at.call('GET', '/api/pranks', { headers })
    return catalog.seen.at(-1)?.headers ?? {}
  }

  test('when the caller claims an address then it is replaced by the real one', async () => {
    const headers = await told({
      'x-forwarded-for': '1.2.3.4',
      'x-forwarded-proto': 'https',
      'x-forwarded-host': 'evil.test',
      'x-real-ip': '1.2.3.4',
      forwarded: 'for=1.2.3.4',
      host: 'store.test',
    })
    expect(headers).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'store.test',
    })
    expect([headers['x-real-ip'], headers.forwarded]).toEqual([undefined, undefined])
  })

  test('when one proxy of our own stands in front then the last address it saw counts, not what came before', async () => {
    const behind = await startGateway(services, { trustProxy: 1 })
    const headers = await told(
      { 'x-forwarded-for': '6.6.6.6, 203.0.113.7', 'x-forwarded-proto': 'https' },
      behind,
    )
    expect([headers['x-forwarded-for'], headers['x-forwarded-proto']]).toEqual(['203.0.113.7', 'https'])
  })

  test.each([
    ['well-formed', 'abcDEF-12345678', true],
    ['too short', 'abc', false],
    ['of strange characters', 'abcdefgh\tijk', false],
    ['too long', 'a'.repeat(65), false],
  ])('when the given x-request-id is %s then it is kept only if it should be', async (_what, id, isKept) => {
    const answer = await gateway.call('GET', '/api/pranks', { headers: { 'x-request-id': id } })
    const passedOn = catalog.seen.at(-1)?.headers['x-request-id']
    expect(passedOn).toBe(answer.headers['x-request-id'])
    if (isKept) expect(passedOn).toBe(id)
    else expect(passedOn).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
  })

  test('when a trace is given then it goes on, and else one begins here', async () => {
    const trace = '0af7651916cd43dd8448eb211c80319c'
    expect((await told({ traceparent: `00-${trace}-b7ad6b7169203331-01` })).traceparent).toMatch(
      new RegExp(`^00-${trace}-(?!b7ad6b7169203331)[0-9a-f]{16}-0[01]$`),
    )
    expect((await told({})).traceparent).toMatch(/^00-(?!0{32})[0-9a-f]{32}-[0-9a-f]{16}-0[01]$/)
  })

  test('when cookies and a query come then they go on, and connection headers do not', async () => {
    const headers = await told({
      cookie: 'prankpost_session=x',
      connection: 'close, upgrade',
      upgrade: 'h2c',
    })
    expect([headers.cookie, headers.upgrade]).toEqual(['prankpost_session=x', undefined])
    expect(headers.connection).toBe('keep-alive')
  })
})

describe('what is refused at the door', () => {
  test.each(['http://evil.test', 'null', 'https://store.test'])(
    'when a change comes from the origin %s then it is a 403 and nobody gets it',
    async (origin) => {
      const before = auth.seen.length
      const answer = await gateway.call('POST', '/api/auth/login', { headers: { origin }, body: '{}' })
      expect(answer.status).toBe(403)
      expect(answer.body).toEqual(errorShape('forbidden', expect.any(String)))
      expect(auth.seen.length).toBe(before)
    },
  )

  test('when a change comes from the store, or a read from anywhere, then it goes on', async () => {
    const own = await gateway.call('POST', '/api/auth/login', { headers: { origin: publicUrl }, body: '{}' })
    const read = await gateway.call('GET', '/api/pranks', { headers: { origin: 'http://evil.test' } })
    expect([own.status, read.status]).toEqual([200, 200])
  })

  test('when a body says that it is over 1 MB then it is a 413 and nobody gets it', async () => {
    const before = auth.seen.length
    const answer = await gateway.call('POST', '/api/auth/login', { body: Buffer.alloc(1_048_577, 'a') })
    expect(answer.status).toBe(413)
    expect(answer.body).toEqual(errorShape('too_large', expect.any(String)))
    expect(auth.seen.length).toBe(before)
  })

  test('when a body is 1 MB, or does not say how long it is, then the service gets all of it', async () => {
    const body = Buffer.alloc(1_048_576, 'a')
    for (const chunked of [false, true]) {
      expect((await gateway.call('POST', '/api/auth/login', { body, chunked })).status).toBe(200)
      expect(auth.seen.at(-1)?.body.length).toBe(1_048_576)
    }
  })

  test('when a body is compressed or odd then its bytes go on untouched', async () => {
    const body = Buffer.from([0, 255, 1, 254, 10, 13])
    const echo = await startUpstream('echo', async (req, res) => {
      const chunks: Buffer[] = []
      for await (const chunk of req) chunks.push(chunk)
      res.end(Buffer.concat(chunks).toString('hex'))
    })
    const raw = await startGateway({ payment: [echo.url] })
    const answer = await raw.call('POST', '/api/webhooks/stripe', {
      body,
      headers: { 'content-encoding': 'x' },
    })
    expect(answer.text).toBe(body.toString('hex'))
  })

  test('when an address calls too often then it waits, others do not, and webhooks may come more often', async () => {
    const limited = await startGateway(services, { trustProxy: 1, rateLimit: { calls: 5, seconds: 10 } })
    const call = (path: string, from: string, method = 'GET') =>
      limited.call(method, path, { headers: { 'x-forwarded-for': from } })
    for (let i = 0; i < 5; i++) expect((await call('/api/pranks', '203.0.113.1')).status).toBe(200)
    const answer = await call('/api/nothing', '203.0.113.1')
    expect([answer.status, answer.body]).toEqual([429, errorShape('too_many', expect.any(String))])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect((await call('/api/pranks', '203.0.113.2')).status).toBe(200)
    for (let i = 0; i < 50; i++) {
      expect((await call('/api/webhooks/stripe', '203.0.113.1', 'POST')).status).toBe(200)
    }
    expect((await call('/api/webhooks/stripe', '203.0.113.1', 'POST')).status).toBe(429)
  })
})
