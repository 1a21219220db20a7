import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { type ApiKey, api, maxBodyBytesOf } from '@prankpost/contracts'
import { afterAll, describe, expect, test } from 'vitest'
import { routedServices } from '../src/config.ts'
import { closeAll, errorShape, publicUrl, startGateway, startUpstream } from './fixture.ts'

const upstreams = await Promise.all(routedServices.map((name) => startUpstream(name)))
const services = Object.fromEntries(routedServices.map((name, i) => [name, [upstreams[i]?.url as string]]))
const gateway = await startGateway(services)
const auth = upstreams[routedServices.indexOf('auth')] as (typeof upstreams)[number]
const received = () => upstreams.map(({ seen }) => seen.length)
afterAll(closeAll)

/** Sends the head of a request without a body, and resolves with the response. */
function answerToHead(...lines: string[]): Promise<string> {
  const { hostname, port } = new URL(gateway.url)
  const socket = connect(Number(port), hostname)
  socket.write(`${lines.join('\r\n')}\r\nconnection: close\r\n\r\n`)
  return text(socket)
}

describe('a change from another site', () => {
  test.each(['http://evil.test', 'null', 'https://store.test'])(
    'when the origin is %s then it is a 403 and no service receives it',
    async (origin) => {
      const before = auth.seen.length
      const answer = await gateway.call('POST', '/api/auth/login', { headers: { origin }, body: '{}' })
      expect(answer.status).toBe(403)
      expect(answer.body).toEqual(errorShape('forbidden', expect.any(String)))
      expect(auth.seen.length).toBe(before)
    },
  )

  test('when a change comes from the store, or a read from anywhere, then it is forwarded', async () => {
    const own = await gateway.call('POST', '/api/auth/login', { headers: { origin: publicUrl }, body: '{}' })
    const read = await gateway.call('GET', '/api/pranks', { headers: { origin: 'http://evil.test' } })
    expect([own.status, read.status]).toEqual([200, 200])
  })
})

describe('a body', () => {
  const changes = (Object.keys(api) as ApiKey[]).filter((key) => !key.startsWith('GET '))
  const requestLine = (key: string) => `${key.replace(/:\w+/g, 'f0'.repeat(12))} HTTP/1.1`

  test.each(changes)(
    'when the body of %s exceeds its limit then it is a 413 that states the limit, before the body arrives',
    async (key) => {
      const before = received()
      const limit = maxBodyBytesOf(key)
      const answer = await answerToHead(requestLine(key), 'host: x', `content-length: ${limit + 1}`)
      expect(answer).toMatch(/^HTTP\/1\.1 413 /)
      expect(answer).toContain(`at most ${limit / 1024} kB can be sent here`)
      expect(received()).toEqual(before)
    },
  )

  test('when it is as large as the limit then the service receives all of it', async () => {
    const body = Buffer.alloc(maxBodyBytesOf('POST /api/auth/login'), 'a')
    expect((await gateway.call('POST', '/api/auth/login', { body })).status).toBe(200)
    expect(auth.seen.at(-1)?.body.length).toBe(body.length)
  })

  test.each(['gzip', 'br', 'x', 'identity, gzip', ''])(
    'when its content-encoding is "%s" then it is a 415, before the body arrives',
    async (encoding) => {
      const before = received()
      for (const path of ['/api/auth/login', '/api/webhooks/stripe', '/']) {
        const coding = `content-encoding: ${encoding}`
        const answer = await answerToHead(`POST ${path} HTTP/1.1`, 'host: x', coding, 'content-length: 19')
        expect(answer).toMatch(/^HTTP\/1\.1 415 /)
        expect(answer).toContain('without compression')
      }
      expect(received()).toEqual(before)
    },
  )

  test('when its content-encoding is identity then its bytes are forwarded untouched', async () => {
    const body = Buffer.from([0, 255, 1, 254, 10, 13])
    const echo = await startUpstream('echo', async (req, res) => {
      const chunks: Buffer[] = []
      for await (const chunk of req) chunks.push(chunk)
      res.end(Buffer.concat(chunks).toString('hex'))
    })
    const raw = await startGateway({ payment: [echo.url] })
    const headers = { 'content-encoding': 'identity' }
    const answer = await raw.call('POST', '/api/webhooks/stripe', { body, headers })
    expect(answer.text).toBe(body.toString('hex'))
  })

  test.each(['POST', 'DELETE', 'GET'])(
    'when a %s is sent in chunks then it is a 411, before the body arrives',
    async (method) => {
      const before = received()
      const path = method === 'POST' ? '/api/auth/login' : `/api/contacts/${'f0'.repeat(12)}`
      const answer = await answerToHead(`${method} ${path} HTTP/1.1`, 'host: x', 'transfer-encoding: chunked')
      expect(answer).toMatch(/^HTTP\/1\.1 411 /)
      expect(answer).toContain('Content-Length')
      expect(received()).toEqual(before)
    },
  )

  test('when it never ends then the connection of the refused caller is closed', async () => {
    const { hostname, port } = new URL(gateway.url)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => undefined).resume()
    socket.write('POST /api/auth/login HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n')
    const more = setInterval(() => socket.write('1\r\nx\r\n'), 20)
    await new Promise((resolve) => socket.once('close', resolve))
    clearInterval(more)
  })
})

describe('the rate limit', () => {
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })
  const startLimited = (payment: string) =>
    startGateway({ ...services, payment: [payment] }, { trustProxy: 1, rateLimit: { calls: 5, seconds: 10 } })

  test('when an address calls too often then it is refused, others are not, and webhooks have a higher limit', async () => {
    const limited = await startLimited(services.payment?.[0] as string)
    const call = (path: string, address: string, method = 'GET') => limited.call(method, path, from(address))
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

  test('when an address reads too many pictures then further ones are refused, and its calls are not', async () => {
    const limited = await startLimited(services.payment?.[0] as string)
    const status = async (path: string) => (await limited.call('GET', path, from('203.0.113.3'))).status
    for (let i = 0; i < 5; i++) expect(await status('/media/none.webp')).not.toBe(429)
    expect(await status('/media/none.webp')).toBe(429)
    expect(await status('/api/pranks')).toBe(200)
  })

  test('when webhooks are refused then their address has the limit of other calls', async () => {
    const refusing = await startUpstream('refusing', (_req, res) => void res.writeHead(400).end())
    const limited = await startLimited(refusing.url)
    const statuses: number[] = []
    for (let i = 0; i < 6; i++) {
      statuses.push((await limited.call('POST', '/api/webhooks/stripe', from('203.0.113.1'))).status)
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
    expect((await limited.call('POST', '/api/webhooks/stripe', from('203.0.113.2'))).status).toBe(400)
  })
})

describe('malformed requests', () => {
  const security = {
    'content-security-policy': /default-src 'self'/,
    'permissions-policy': /camera=\(\)/,
    'x-content-type-options': /nosniff/,
    'x-frame-options': /DENY/,
    'cache-control': /no-store/,
    'x-request-id': /^[0-9a-f-]{36}$/,
  }

  test.each([
    [400, 'two hosts', ['GET /api/pranks HTTP/1.1', 'host: store.test', 'Host: evil.test']],
    [400, 'the same host twice', ['GET / HTTP/1.1', 'host: store.test', 'host: store.test']],
    [400, 'no host', ['GET / HTTP/1.1']],
    [400, 'a broken header', ['GET / HTTP/1.1', 'host: x', 'broken header: x']],
    [431, 'headers that are too large', ['GET / HTTP/1.1', 'host: x', `x-large: ${'x'.repeat(20_000)}`]],
    [505, 'HTTP/0.9', ['GET /api/pranks HTTP/0.9', 'host: x']],
    [505, 'HTTP/2.0 without its preface', ['GET / HTTP/2.0', 'host: x']],
  ])(
    'when a request gets a %i for %s then the response has the security headers',
    async (status, _what, lines) => {
      const before = received()
      const [head = '', body = ''] = (await answerToHead(...lines)).split('\r\n\r\n')
      expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
      const headers = Object.fromEntries(
        head
          .split('\r\n')
          .slice(1)
          .map((line) => [line.split(': ')[0]?.toLowerCase(), line.split(': ')[1]]),
      )
      for (const [name, value] of Object.entries(security)) expect(headers[name]).toMatch(value)
      expect(headers.connection).toBe('close')
      expect(JSON.parse(body)).toMatchObject({
        requestId: headers['x-request-id'],
        message: expect.any(String),
      })
      expect(received()).toEqual(before)
    },
  )

  test('when a request uses HTTP/1.0 without a host then it is answered', async () => {
    expect(await answerToHead('GET /healthz HTTP/1.0')).toMatch(/^HTTP\/1\.1 200 /)
  })
})
