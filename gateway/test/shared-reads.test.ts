import { once } from 'node:events'
import type { IncomingMessage, RequestListener } from 'node:http'
import { afterAll, describe, expect, test } from 'vitest'
import { closeAll, errorShape, startGateway, startUpstream } from './fixture.ts'

afterAll(closeAll)

const path = '/api/pranks'
const tag = '"one"'
const isPublic = { 'content-type': 'text/plain', 'cache-control': 'public, no-cache', etag: tag }
/** Longer than any test: what is asked for once is never asked for again. */
const longMs = 60_000

/** A gateway before a catalog that answers like this; `asked` are the calls that the catalog got. */
async function startShop(answer: RequestListener, options: Parameters<typeof startGateway>[1] = {}) {
  const asked: IncomingMessage[] = []
  const catalog = await startUpstream('catalog', (req, res) => {
    asked.push(req)
    answer(req, res)
  })
  const gateway = await startGateway(
    { catalog: [catalog.url], contact: [catalog.url] },
    { publicReadMaxAgeMs: longMs, ...options },
  )
  return { gateway, catalog, asked }
}

const answerPublic: RequestListener = (_req, res) => void res.writeHead(200, isPublic).end('["potato"]')

describe('a public read', () => {
  test('when many call at once then the service is asked once, and each call has an id of its own', async () => {
    const { gateway, asked } = await startShop(answerPublic)
    const answers = await Promise.all(Array.from({ length: 50 }, () => gateway.call('GET', path)))
    expect(asked.length).toBe(1)
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set(['200 ["potato"]']),
    )
    expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(50)
  })

  test('when one calls then nothing of theirs goes along but the id and the trace of the call', async () => {
    const { gateway, asked } = await startShop(answerPublic)
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
    const [{ url, headers } = {}] = asked
    expect([url, headers?.['x-request-id']]).toEqual([path, answer.headers['x-request-id']])
    expect(Object.keys(headers ?? {}).sort()).toEqual(['connection', 'host', 'traceparent', 'x-request-id'])
  })

  test('when it is answered from memory then it looks like every other answer, and has no header of the service', async () => {
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

  test('when the answer changes then everybody sees it within a second', async () => {
    let price = '4.99'
    const { gateway } = await startShop((_req, res) => void res.writeHead(200, isPublic).end(price), {
      publicReadMaxAgeMs: undefined,
    })
    expect((await gateway.call('GET', path)).text).toBe('4.99')
    price = '6.50'
    const changedAt = Date.now()
    while ((await gateway.call('GET', path)).text !== price)
      expect(Date.now() - changedAt).toBeLessThan(1_000)
  })

  test('when an answer ages then a newer one is asked for while it still serves, and nobody waits', async () => {
    let isHeld = false
    const { gateway, asked } = await startShop(
      (req, res) => {
        if (!isHeld) answerPublic(req, res)
      },
      { publicReadMaxAgeMs: 4_000 },
    )
    expect((await gateway.call('GET', path)).status).toBe(200)
    isHeld = true
    while (asked.length < 2) expect((await gateway.call('GET', path)).status).toBe(200)
    expect((await gateway.call('GET', path)).status).toBe(200)
    expect(asked.length).toBe(2)
  })

  test('when HEAD is asked then it has the headers and no body, whoever was first', async () => {
    const { gateway, asked } = await startShop(answerPublic)
    for (const method of ['HEAD', 'GET', 'HEAD']) {
      const { status, headers, text } = await gateway.call(method, path)
      expect([status, text]).toEqual([200, method === 'HEAD' ? '' : '["potato"]'])
      expect(headers).toMatchObject({ ...isPublic, 'content-length': '10' })
    }
    expect(asked.map(({ method }) => method)).toEqual(['GET'])
  })

  test('when the caller has it already then it is a 304 with the tag and without a body', async () => {
    const { gateway } = await startShop(answerPublic)
    const ask = (known: string) => gateway.call('GET', path, { headers: { 'if-none-match': known } })
    const answer = await ask(`"zero", W/${tag}`)
    expect([answer.status, answer.text]).toEqual([304, ''])
    expect(answer.headers).toMatchObject({ etag: tag, 'cache-control': 'public, no-cache' })
    expect(answer.headers).toMatchObject({ 'x-request-id': expect.any(String), 'x-frame-options': 'DENY' })
    expect([answer.headers['content-type'], answer.headers['content-length']]).toEqual([undefined, undefined])
    expect((await ask('"two"')).status).toBe(200)
  })

  test('when the first caller goes away then the others get the answer all the same', async () => {
    const held: (() => void)[] = []
    const { gateway, catalog, asked } = await startShop((req, res) => {
      held.push(() => answerPublic(req, res))
    })
    const caller = new AbortController()
    const gone = fetch(gateway.url + path, { signal: caller.signal }).catch(() => 'gone')
    await once(catalog.server, 'request')
    caller.abort()
    expect(await gone).toBe('gone')
    const second = gateway.call('GET', path)
    held[0]?.()
    expect([(await second).status, asked.length]).toEqual([200, 1])
  })
})

describe('the memory for public reads', () => {
  test.each([
    ['sets a cookie', { ...isPublic, 'set-cookie': 'a=1' }],
    ['says no-store', { 'cache-control': 'public, no-store' }],
    ['says private', { 'cache-control': 'private' }],
    ['says nothing', {}],
    ['differs by the caller', { ...isPublic, vary: 'Cookie' }],
  ])(
    'when an answer %s then every caller gets one of their own, for their own call',
    async (_what, headers) => {
      const { gateway } = await startShop((req, res) => {
        res.writeHead(200, headers as Record<string, string>).end(`for ${req.headers.cookie}`)
      })
      for (const name of ['ann', 'bob', 'cid']) {
        expect((await gateway.call('GET', path, { headers: { cookie: name } })).text).toBe(`for ${name}`)
      }
    },
  )

  test('when a service fails then that is not kept, and each caller has the failure of their own call', async () => {
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

  test('when a service is away then each call is a 503 of its own, and the next works once it is back', async () => {
    const { gateway, catalog } = await startShop(answerPublic)
    await catalog.close()
    const answers = await Promise.all(Array.from({ length: 5 }, () => gateway.call('GET', path)))
    for (const { status, body, headers } of answers) {
      expect([status, body]).toEqual([503, errorShape('unavailable', headers['x-request-id'])])
    }
    await startUpstream('catalog', answerPublic, Number(new URL(catalog.url).port))
    expect((await gateway.call('GET', path)).status).toBe(200)
  })

  test('when a connection breaks under the question then it is asked once more', async () => {
    let calls = 0
    const { gateway } = await startShop((req, res) => {
      calls++
      if (calls === 1) req.socket.destroy()
      else answerPublic(req, res)
    })
    expect([(await gateway.call('GET', path)).status, calls]).toEqual([200, 2])
  })

  test('when addresses are made up then there is still one answer', async () => {
    const { gateway, asked } = await startShop(answerPublic)
    for (let i = 0; i < 100; i++) await gateway.call('GET', `${path}${i % 2 ? '/' : ''}?made-up=${i}`)
    expect(asked.length).toBe(1)
  })

  test('when an answer is over 1 MB then it comes whole and is not kept', async () => {
    const large = 'x'.repeat(1_048_577)
    const { gateway, asked } = await startShop((_req, res) => void res.writeHead(200, isPublic).end(large))
    expect((await gateway.call('GET', path)).text === large).toBe(true)
    const before = asked.length
    expect((await gateway.call('GET', path)).text === large).toBe(true)
    expect(asked.length).toBeGreaterThan(before)
  })

  test('when a read is not public by the contract then every call is sent on, whatever the answer says', async () => {
    const { gateway, asked } = await startShop(answerPublic)
    for (let i = 0; i < 3; i++) await gateway.call('GET', '/api/contacts')
    expect(asked.length).toBe(3)
  })
})

describe('calls that are answered from memory', () => {
  test('when there are too many then they are refused like all others', async () => {
    const { gateway } = await startShop(answerPublic, { rateLimit: { calls: 5, seconds: 60 } })
    const statuses = []
    for (let i = 0; i < 6; i++) statuses.push((await gateway.call('GET', path)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  test('when they are counted then each counts, under its route', async () => {
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
