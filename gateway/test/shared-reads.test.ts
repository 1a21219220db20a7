import { once } from 'node:events'
import type { IncomingMessage, RequestListener } from 'node:http'
import { afterAll, describe, expect, test } from 'vitest'
import { closeAll, errorShape, startGateway, startUpstream } from './fixture.ts'

afterAll(closeAll)

const path = '/api/pranks'
const tag = '"one"'
const isPublic = { 'content-type': 'text/plain', 'cache-control': 'public, no-cache', etag: tag }
/** Longer than any test: a response is requested once and never refreshed. */
const longMs = 60_000

/** A gateway for a catalog that responds with `answer`; `received` are the calls that the catalog got. */
async function startShop(answer: RequestListener, options: Parameters<typeof startGateway>[1] = {}) {
  const received: IncomingMessage[] = []
  const catalog = await startUpstream('catalog', (req, res) => {
    received.push(req)
    answer(req, res)
  })
  const gateway = await startGateway(
    { catalog: [catalog.url], contact: [catalog.url] },
    { publicReadMaxAgeMs: longMs, ...options },
  )
  return { gateway, catalog, received }
}

const answerPublic: RequestListener = (_req, res) => void res.writeHead(200, isPublic).end('["potato"]')

describe('a public read', () => {
  test('when many calls arrive at once then the service receives one, and each call has its own id', async () => {
    const { gateway, received } = await startShop(answerPublic)
    const answers = await Promise.all(Array.from({ length: 50 }, () => gateway.call('GET', path)))
    expect(received.length).toBe(1)
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set(['200 ["potato"]']),
    )
    expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(50)
  })

  test('when a caller reads it then only the id and the trace of the call are forwarded', async () => {
    const { gateway, received } = await startShop(answerPublic)
    const answer = await gateway.call('GET', `${path}?mine=1`, {
      headers: {
        'x-request-id': 'of-the-first-caller',
        baggage: 'of=the-first-caller',
        cookie: 'prankpost_session=x',
        authorization: 'Bearer x',
        'x-forwarded-host': 'evil.test',
        'if-none-match': tag,
      },
    })
    const [{ url, headers } = {}] = received
    expect([url, headers?.['x-request-id']]).toEqual([path, answer.headers['x-request-id']])
    expect(Object.keys(headers ?? {}).sort()).toEqual(['connection', 'host', 'traceparent', 'x-request-id'])
  })

  test('when it is answered from the cache then it has the headers of every other response, and none of the service', async () => {
    const { gateway } = await startShop((_req, res) => {
      res.writeHead(200, { ...isPublic, 'x-request-id': 'of-the-service', 'x-inside': 'yes' }).end('[]')
    })
    const [first, second] = [await gateway.call('GET', path), await gateway.call('GET', path)]
    const namesOf = ({ headers }: typeof first) => Object.keys(headers).sort()
    expect(namesOf(second)).toEqual(namesOf(first))
    expect(second.headers).toMatchObject({ ...isPublic, 'content-length': '2', 'x-frame-options': 'DENY' })
    expect(second.headers['x-request-id']).not.toBe('of-the-service')
    expect(namesOf(second)).not.toContain('x-inside')
    const other = await gateway.call('GET', '/api/nothing')
    for (const name of namesOf(other).filter((name) => /policy|^x-(?!request-id)/.test(name))) {
      expect([name, second.headers[name]]).toEqual([name, other.headers[name]])
    }
  })

  test('when the response changes then every caller sees it once the cached one has its maximum age', async () => {
    let price = '4.99'
    const { gateway } = await startShop((_req, res) => void res.writeHead(200, isPublic).end(price), {
      publicReadMaxAgeMs: 400,
    })
    expect((await gateway.call('GET', path)).text).toBe('4.99')
    price = '6.50'
    const changedAt = performance.now()
    for (
      let askedAt = changedAt;
      (await gateway.call('GET', path)).text !== price;
      askedAt = performance.now()
    )
      // However long a call takes, it gets the previous response only if it was sent before that was too old.
      expect(askedAt - changedAt).toBeLessThan(400)
  })

  test('when the maximum age is 0 then the service receives each call', async () => {
    const { gateway, received } = await startShop(answerPublic, { publicReadMaxAgeMs: 0 })
    for (const _ of [1, 2]) expect((await gateway.call('GET', path)).text).toBe('["potato"]')
    expect(received.length).toBe(2)
  })

  test('when a cached response ages then it is refreshed while it is still used, and no caller waits', async () => {
    let isHeld = false
    const { gateway, received } = await startShop(
      (req, res) => {
        if (!isHeld) answerPublic(req, res)
      },
      { publicReadMaxAgeMs: 1_500 },
    )
    expect((await gateway.call('GET', path)).status).toBe(200)
    isHeld = true
    while (received.length < 2) expect((await gateway.call('GET', path)).status).toBe(200)
    expect((await gateway.call('GET', path)).status).toBe(200)
    expect(received.length).toBe(2)
  })

  test('when HEAD is called then it has the headers and no body, before or after a GET', async () => {
    const { gateway, received } = await startShop(answerPublic)
    for (const method of ['HEAD', 'GET', 'HEAD']) {
      const { status, headers, text } = await gateway.call(method, path)
      expect([status, text]).toEqual([200, method === 'HEAD' ? '' : '["potato"]'])
      expect(headers).toMatchObject({ ...isPublic, 'content-length': '10' })
    }
    expect(received.map(({ method }) => method)).toEqual(['GET'])
  })

  test('when the caller already has it then it is a 304 with the ETag and without a body', async () => {
    const { gateway } = await startShop(answerPublic)
    const ask = (known: string) => gateway.call('GET', path, { headers: { 'if-none-match': known } })
    const answer = await ask(`"zero", W/${tag}`)
    expect([answer.status, answer.text]).toEqual([304, ''])
    expect(answer.headers).toMatchObject({ etag: tag, 'cache-control': 'public, no-cache' })
    expect(answer.headers).toMatchObject({ 'x-request-id': expect.any(String), 'x-frame-options': 'DENY' })
    expect([answer.headers['content-type'], answer.headers['content-length']]).toEqual([undefined, undefined])
    expect((await ask('"two"')).status).toBe(200)
  })

  test('when the first caller disconnects then the others still get the response', async () => {
    const held: (() => void)[] = []
    const { gateway, catalog, received } = await startShop((req, res) => {
      held.push(() => answerPublic(req, res))
    })
    const caller = new AbortController()
    const gone = fetch(gateway.url + path, { signal: caller.signal }).catch(() => 'gone')
    await once(catalog.server, 'request')
    caller.abort()
    expect(await gone).toBe('gone')
    const second = gateway.call('GET', path)
    held[0]?.()
    expect([(await second).status, received.length]).toEqual([200, 1])
  })
})

describe('the cache for public reads', () => {
  test.each([
    ['sets a cookie', { ...isPublic, 'set-cookie': 'a=1' }],
    ['has no-store', { 'cache-control': 'public, no-store' }],
    ['has private', { 'cache-control': 'private' }],
    ['has no cache-control', {}],
    ['varies by caller', { ...isPublic, vary: 'Cookie' }],
  ])('when a response %s then it is fetched for each caller', async (_what, headers) => {
    const { gateway } = await startShop((req, res) => {
      res.writeHead(200, headers as Record<string, string>).end(`for ${req.headers.cookie}`)
    })
    for (const name of ['ann', 'bob', 'cid']) {
      expect((await gateway.call('GET', path, { headers: { cookie: name } })).text).toBe(`for ${name}`)
    }
  })

  test('when a service fails then the failure is not cached, and each caller gets the failure of its own call', async () => {
    let status = 500
    const { gateway } = await startShop((req, res) => {
      res.writeHead(status, isPublic).end(String(req.headers['x-request-id']))
    })
    for (let i = 0; i < 2; i++) {
      const failed = await gateway.call('GET', path)
      expect([failed.status, failed.text]).toEqual([500, failed.headers['x-request-id']])
    }
    status = 200
    expect((await gateway.call('GET', path)).status).toBe(200)
  })

  test('when a service is unavailable then each call gets its own 503, and calls succeed after it is back', async () => {
    const { gateway, catalog } = await startShop(answerPublic)
    await catalog.close()
    const answers = await Promise.all(Array.from({ length: 5 }, () => gateway.call('GET', path)))
    for (const { status, body, headers } of answers) {
      expect([status, body]).toEqual([503, errorShape('unavailable', headers['x-request-id'])])
    }
    await startUpstream('catalog', answerPublic, Number(new URL(catalog.url).port))
    expect((await gateway.call('GET', path)).status).toBe(200)
  })

  test('when the connection of a request breaks then the request is sent once more', async () => {
    let calls = 0
    const { gateway } = await startShop((req, res) => {
      calls++
      if (calls === 1) req.socket.destroy()
      else answerPublic(req, res)
    })
    expect([(await gateway.call('GET', path)).status, calls]).toEqual([200, 2])
  })

  test('when callers add queries then there is still one cached response', async () => {
    const { gateway, received } = await startShop(answerPublic)
    for (let i = 0; i < 10; i++) await gateway.call('GET', `${path}${i % 2 ? '/' : ''}?made-up=${i}`)
    expect(received.length).toBe(1)
  })

  test('when a response is over 1 MB then it is complete and not cached', async () => {
    const large = 'x'.repeat(1_048_577)
    const { gateway, received } = await startShop((_req, res) => void res.writeHead(200, isPublic).end(large))
    expect((await gateway.call('GET', path)).text === large).toBe(true)
    const before = received.length
    expect((await gateway.call('GET', path)).text === large).toBe(true)
    expect(received.length).toBeGreaterThan(before)
  })

  test.each(['/api/contacts', '/media/0123456789abcdef-112.webp'])(
    'when %s is read, a file or data of a caller, then every call is forwarded, whatever the response says',
    async (address) => {
      const { gateway, received } = await startShop(answerPublic)
      for (let i = 0; i < 3; i++) await gateway.call('GET', address)
      expect(received.length).toBe(3)
    },
  )
})

describe('calls that are answered from the cache', () => {
  test('when there are too many then they are refused like other calls', async () => {
    const { gateway } = await startShop(answerPublic, { rateLimit: { calls: 5, seconds: 60 } })
    const statuses = []
    for (let i = 0; i < 6; i++) statuses.push((await gateway.call('GET', path)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  test('when they are counted then each is counted under its route', async () => {
    const { gateway } = await startShop(answerPublic)
    const count = async () => {
      const { text } = await gateway.call('GET', '/metrics')
      const line = /^http_request_seconds_count\{method="GET",route="\/api\/pranks",status="200"\} (\d+)$/m
      return Number(line.exec(text)?.[1] ?? 0)
    }
    const before = await count()
    for (let i = 0; i < 7; i++) await gateway.call('GET', path)
    expect((await count()) - before).toBe(7)
  })
})
