import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Observer, startObserver } from './observer.ts'
import { exportOf, newId, span } from './otlp.ts'

let observer: Observer
beforeAll(async () => {
  observer = await startObserver()
})
afterAll(() => observer.stop())

interface Row {
  name: string
  service: string
  depth: number
  isOrphan: boolean
}
const rowsOf = async (traceId: string) =>
  ((await observer.json(`/api/traces/${traceId}`)).rows as Row[]).map(
    ({ depth, service, name }) => `${depth} ${service} ${name}`,
  )

describe('spans that come in', () => {
  test('when one span comes then it is a trace, with what is allowed of it', async () => {
    const traceId = newId()
    const attributes = {
      'http.request.method': 'GET',
      'http.response.status_code': 200,
      'url.full': 'http://store.test/?q=pat@example.com',
      'enduser.email': 'pat@example.com',
    }
    const answer = await observer.send(exportOf('gateway', [span({ traceId, attributes, durationMs: 12.5 })]))
    expect([answer.status, await answer.json()]).toEqual([200, {}])
    expect(await observer.json(`/api/traces/${traceId}`)).toMatchObject({
      traceId,
      name: 'GET /api/pranks',
      services: ['gateway'],
      spans: 1,
      errors: 0,
      durationMs: 12.5,
      rows: [
        {
          kind: 'server',
          depth: 0,
          offsetMs: 0,
          attributes: { 'http.request.method': 'GET', 'http.response.status_code': '200' },
        },
      ],
    })
    expect(JSON.stringify(await observer.json(`/api/traces/${traceId}`))).not.toContain('pat@')
  })

  test('when children come before their parents, from several processes, then the tree is the same', async () => {
    const traceId = newId()
    const [door, order, publish] = [newId(8), newId(8), newId(8)]
    const read = span({
      traceId,
      parentSpanId: publish,
      name: 'fulfilment order-paid',
      kind: 5,
      atMs: 30,
      failed: true,
    })
    await observer.send(exportOf('fulfilment', [read]))
    expect(await rowsOf(traceId)).toEqual(['0 fulfilment fulfilment order-paid'])
    expect((await observer.json(`/api/traces/${traceId}`)).rows[0].isOrphan).toBe(true)
    await observer.send(
      exportOf('order', [
        span({
          traceId,
          spanId: publish,
          parentSpanId: order,
          name: 'publish order-paid',
          kind: 4,
          atMs: 20,
        }),
        span({ traceId, parentSpanId: order, name: 'update orders', kind: 3, atMs: 5 }),
        span({ traceId, spanId: order, parentSpanId: door, name: 'POST /api/x', atMs: 2 }),
      ]),
    )
    await observer.send(
      exportOf('gateway', [span({ traceId, spanId: door, parentSpanId: '', name: 'POST /api/x' })]),
    )
    expect(await rowsOf(traceId)).toEqual([
      '0 gateway POST /api/x',
      '1 order POST /api/x',
      '2 order update orders',
      '2 order publish order-paid',
      '3 fulfilment fulfilment order-paid',
    ])
    const summary = await observer.json(`/api/traces/${traceId}`)
    expect(summary).toMatchObject({
      name: 'POST /api/x',
      service: 'gateway',
      spans: 5,
      errors: 1,
      durationMs: 40,
    })
  })

  test('when the body is packed, or sent twice, then each span is there once', async () => {
    const traceId = newId()
    const body = gzipSync(JSON.stringify(exportOf('order', [span({ traceId, name: 'packed' })])))
    for (const _time of [1, 2]) {
      expect((await observer.send(body, { 'content-encoding': 'gzip' })).status).toBe(200)
    }
    expect(await rowsOf(traceId)).toEqual(['0 order packed'])
  })

  test('when parents go in a circle then each span is shown once all the same', async () => {
    const traceId = newId()
    const [a, b] = [newId(8), newId(8)]
    const circle = [
      span({ traceId, spanId: a, parentSpanId: b, name: 'a' }),
      span({ traceId, spanId: b, parentSpanId: a, name: 'b', atMs: 1 }),
      span({ traceId, spanId: newId(8), parentSpanId: b, name: 'c', atMs: 2 }),
    ]
    await observer.send(exportOf('order', circle))
    expect((await rowsOf(traceId)).toSorted()).toEqual(['0 order a', '1 order b', '2 order c'])
  })

  test('when the spec leaves a field out or makes it null then the span is taken', async () => {
    const traceId = newId().toUpperCase()
    const bare = {
      traceId,
      spanId: newId(8),
      startTimeUnixNano: 1_700_000_000_000_000,
      endTimeUnixNano: '1700000000001000000',
      attributes: null,
      links: null,
      tomorrow: 'not known yet',
    }
    const answer = await observer.send({
      resourceSpans: [{ scopeSpans: [{ spans: [bare] }], resource: null }],
    })
    expect(answer.status).toBe(200)
    expect(await rowsOf(traceId.toLowerCase())).toEqual(['0 unknown without a name'])
  })
})

describe('what is no trace', () => {
  const traceId = newId()
  const oneWith = (change: object) => exportOf('order', [{ ...span({ traceId }), ...change }])
  test.each([
    ['text', 'not json'],
    ['half of JSON', '{"resourceSpans":['],
    ['another shape', { resourceSpans: 'none' }],
    ['a list', []],
    ['a short trace id', oneWith({ traceId: 'abc' })],
    ['a trace id of zeros', oneWith({ traceId: '0'.repeat(32) })],
    ['a span id with markup', oneWith({ spanId: '"><script>x</s' })],
    ['no start', oneWith({ startTimeUnixNano: undefined })],
    ['a start before time', oneWith({ startTimeUnixNano: '-1' })],
    ['a kind that there is not', oneWith({ kind: 99 })],
  ])('when it is %s then it is a 400 and nothing is kept', async (_what, body) => {
    const answer = await observer.send(body)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 3, message: expect.any(String) })
    expect((await fetch(`${observer.url}/api/traces/${traceId}`)).status).toBe(404)
  })

  test('when it is too large, packed or not, then it is a 413', async () => {
    const large = JSON.stringify(exportOf('order', [span({ traceId, name: 'x'.repeat(5_000_000) })]))
    expect((await observer.send(large)).status).toBe(413)
    expect((await observer.send(gzipSync(large), { 'content-encoding': 'gzip' })).status).toBe(413)
  })

  test('when the type is another, as a page of another site could send, then it is a 415', async () => {
    const body = JSON.stringify(exportOf('order', [span({ traceId })]))
    for (const type of ['text/plain', 'application/x-protobuf', 'application/x-www-form-urlencoded']) {
      expect((await observer.send(body, { 'content-type': type })).status).toBe(415)
    }
    expect((await fetch(`${observer.url}/api/traces/${traceId}`)).status).toBe(404)
  })
})

describe('the list', () => {
  test('when it is asked by service, errors or the beginning of an id then it answers those, newest first', async () => {
    const [old, young] = [newId(), newId()]
    await observer.send(exportOf('payment', [span({ traceId: young, atMs: 5_000, failed: true })]))
    await observer.send(exportOf('payment', [span({ traceId: old, atMs: 4_000 })]))
    const ids = async (query: string) =>
      (await observer.json(`/api/traces?${query}`)).traces.map(({ traceId }: { traceId: string }) => traceId)
    expect(await ids('service=payment')).toEqual([young, old])
    expect(await ids('service=payment&errors=1')).toEqual([young])
    expect(await ids(`q=${old.slice(0, 12).toUpperCase()}`)).toEqual([old])
    expect(await ids('service=nobody')).toEqual([])
    expect(await ids('service=payment&limit=1')).toEqual([young])
  })

  test('when it is asked by an order or a request then it answers the traces that tell of it', async () => {
    const traceId = newId()
    const attributes = {
      'prankpost.subject': '6b01d858eadd5f107d52e844',
      'prankpost.request_id': 'Ab-12345678',
    }
    await observer.send(exportOf('order', [span({ traceId }), span({ traceId, attributes })]))
    const found = async (q: string) => (await observer.json(`/api/traces?q=${q}`)).total
    expect(await Promise.all(['6b01d858eadd5f107d52e844', '7D52E844', 'ab-12345678'].map(found))).toEqual([
      1, 1, 1,
    ])
    expect(await Promise.all(['52e844', '6b01d858', '345678'].map(found))).toEqual([0, 0, 0])
  })

  test('when the question makes no sense then it is a 400', async () => {
    for (const query of ['limit=0', 'limit=x', 'errors=maybe', `q=${'a'.repeat(65)}`]) {
      expect((await fetch(`${observer.url}/api/traces?${query}`)).status).toBe(400)
    }
  })
})
