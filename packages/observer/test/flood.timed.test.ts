import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createTraceStore } from '../src/trace-store.ts'
import { type Observer, startObserver } from './observer.ts'
import { exportOf, newId, span } from './otlp.ts'

const stored = (traceId: string, name = 'x') => ({
  traceId,
  spanId: newId(8),
  parentSpanId: undefined,
  service: 'order',
  name,
  kind: 'server' as const,
  startMs: 0,
  durationMs: 1,
  failed: false,
  attributes: {},
  links: [],
})

describe('the store', () => {
  const bounds = { traces: 3, spans: 10, spansPerTrace: 4, bytes: 100_000 }
  const ids = (store: ReturnType<typeof createTraceStore>) => store.all().map(([first]) => first?.traceId)

  test('when there is one trace too many then the one that was quiet for longest goes', () => {
    const store = createTraceStore(bounds)
    for (const id of ['a', 'b', 'c', 'a', 'd']) store.add([stored(id)])
    expect(ids(store)).toEqual(['c', 'a', 'd'])
    expect(store.state()).toMatchObject({ traces: 3, spans: 4, evictedTraces: 1, refusedSpans: 0 })
  })

  test('when a trace has too many spans then the rest is refused and said so', () => {
    const store = createTraceStore(bounds)
    expect(store.add(Array.from({ length: 7 }, () => stored('a')))).toBe(3)
    expect(store.state()).toMatchObject({ spans: 4, refusedSpans: 3 })
  })

  test('when spans or bytes are too many then traces go until it fits', () => {
    const bySpans = createTraceStore({ ...bounds, traces: 100 })
    for (const id of 'abcdefgh') bySpans.add([stored(id), stored(id), stored(id)])
    expect(bySpans.state()).toMatchObject({ traces: 3, spans: 9, evictedTraces: 5 })
    const byBytes = createTraceStore({ ...bounds, bytes: 2_000 })
    for (const id of 'abc') byBytes.add([stored(id, 'n'.repeat(300))])
    expect(byBytes.state().traces).toBe(1)
    expect(byBytes.state().bytes).toBeLessThanOrEqual(2_000)
  })
})

describe('a flood', () => {
  let observer: Observer
  beforeAll(async () => {
    observer = await startObserver()
  })
  afterAll(() => observer.stop())

  const memoryMb = () => Number(readFileSync(`/proc/${observer.pid}/statm`, 'utf8').split(' ')[1]) * 0.004096

  /** Spans with the longest texts that are kept. */
  const batch = (traceIds: string[]) =>
    JSON.stringify(
      exportOf(
        's'.repeat(500),
        traceIds.map((traceId) =>
          span({
            traceId,
            name: 'n'.repeat(900),
            attributes: { 'http.route': 'r'.repeat(900), 'db.namespace': 'd'.repeat(900) },
          }),
        ),
      ),
    )
  const flood = async (requests: number, traceIds: () => string[]) => {
    const statuses = new Map<number, number>()
    const worker = async () => {
      for (let i = 0; i < requests / 4; i += 1) {
        const { status } = await observer.send(batch(traceIds()))
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }
    await Promise.all(Array.from({ length: 4 }, worker))
    return statuses
  }

  test('when far more comes than is kept then memory stays where it was, and the page still answers', async () => {
    const newTraces = () => Array.from({ length: 400 }, () => newId())
    // Until it has all that it will ever have.
    await flood(100, newTraces)
    const before = memoryMb()
    expect(await flood(300, newTraces)).toEqual(new Map([[200, 300]]))
    const { held } = await observer.json('/api/traces')
    expect(held.traces).toBe(500)
    expect(held.evictedTraces).toBeGreaterThan(150_000)
    expect(memoryMb() - before).toBeLessThan(100)
    expect((await fetch(`${observer.url}/`)).status).toBe(200)
  }, 120_000)

  test('when one trace never ends then it is cut and its sender is told', async () => {
    const traceId = newId()
    const ids = Array.from({ length: 400 }, () => traceId)
    for (let i = 0; i < 5; i += 1) expect(await (await observer.send(batch(ids))).json()).toEqual({})
    expect(await (await observer.send(batch(ids))).json()).toMatchObject({
      partialSuccess: { rejectedSpans: '400' },
    })
    expect((await observer.json(`/api/traces/${traceId}`)).spans).toBe(2_000)
  })

  test('when more is sent at once than is read at once then the rest is told to come again', async () => {
    const body = batch([newId()])
    // Eight that have begun, and do not end yet.
    const begun = Array.from({ length: 8 }, () => {
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
      const call = request(`${observer.url}/v1/traces`, { method: 'POST', headers })
      const answer = once(call, 'response') as Promise<[IncomingMessage]>
      call.write(body.slice(0, 100))
      return { call, answer }
    })
    // They come, and go, over connections of their own: a little sooner or later than the next one.
    const sendUntil = async (status: number) => {
      const end = Date.now() + 10_000
      let answer = await observer.send(body)
      while (answer.status !== status && Date.now() < end) answer = await observer.send(body)
      return answer
    }
    const refused = await sendUntil(503)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
    for (const { call } of begun) call.end(body.slice(100))
    const answers = await Promise.all(begun.map(({ answer }) => answer))
    expect(answers.map(([{ statusCode }]) => statusCode)).toEqual(Array(8).fill(200))
    for (const [answer] of answers) answer.resume()
    expect((await sendUntil(200)).status).toBe(200)
  })
})
