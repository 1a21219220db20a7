import { describe, expect, test } from '@jest/globals'
import { figuresBetween } from '../src/figures.ts'
import { createProcessWatch } from '../src/process-watch.ts'
import { parsePrometheusText } from '../src/prometheus-text.ts'
import { takeSnapshot } from '../src/snapshot.ts'

describe('Prometheus text', () => {
  test('when labels, escapes, special numbers and time stamps come then they are read as the format says', () => {
    const text = [
      '# HELP http_request_seconds Time',
      '# TYPE http_request_seconds histogram',
      'http_request_seconds_bucket{le="+Inf",route="/a/:id"} 7',
      'plain_total 3',
      'with_time{a="b"} 1.5e3 1395066363000',
      'escaped{path="C:\\\\DIR\\\\",says="\\"hi\\" } there",line="a\\nb",} 1',
      'not_a_number NaN',
      'least -Inf',
      '',
      'nonsense',
      '{without="a name"} 1',
    ].join('\n')
    expect(parsePrometheusText(text)).toEqual([
      { name: 'http_request_seconds_bucket', labels: { le: '+Inf', route: '/a/:id' }, value: 7 },
      { name: 'plain_total', labels: {}, value: 3 },
      { name: 'with_time', labels: { a: 'b' }, value: 1_500 },
      { name: 'escaped', labels: { path: 'C:\\DIR\\', says: '"hi" } there', line: 'a\nb' }, value: 1 },
      { name: 'not_a_number', labels: {}, value: Number.NaN },
      { name: 'least', labels: {}, value: Number.NEGATIVE_INFINITY },
    ])
  })
})

/** What a process shows, with so many requests in each bucket of two routes. */
function shown({ upTo10Ms = 0, upTo100Ms = 0, longer = 0, failed = 0, startedAt = 1, dead = 0 }) {
  const total = upTo10Ms + upTo100Ms + longer
  const route = (name: string, status: number, counts: number[]) => [
    ...['0.01', '0.1', '+Inf'].map(
      (le, index) =>
        `http_request_seconds_bucket{le="${le}",route="${name}",status="${status}"} ${counts[index]}`,
    ),
    `http_request_seconds_count{route="${name}",status="${status}"} ${counts[2]}`,
  ]
  return [
    ...route('/a', 200, [upTo10Ms, upTo10Ms + upTo100Ms, total]),
    ...route('/b', 503, [failed, failed, failed]),
    `process_start_time_seconds ${startedAt}`,
    'process_resident_memory_bytes 104857600',
    'nodejs_eventloop_lag_p99_seconds 0.0123',
    'outbox_documents{collection="orders"} 2',
    'outbox_documents{collection="prices"} 3',
    'outbox_oldest_seconds{collection="orders"} 4',
    'outbox_oldest_seconds{collection="prices"} NaN',
    'events_consumed_total{event="a",outcome="handled"} 5',
    'events_consumed_total{event="b",outcome="handled"} 6',
    `events_consumed_total{event="b",outcome="dead"} ${dead}`,
  ].join('\n')
}
const snapshot = (text: string, atMs: number) => takeSnapshot(parsePrometheusText(text), atMs)

describe('the figures of a process', () => {
  test('when there are two looks then rates and percentiles are of the time between, sums of all routes', () => {
    const first = snapshot(shown({ upTo10Ms: 1_000, longer: 500, failed: 100 }), 0)
    const second = snapshot(
      shown({ upTo10Ms: 1_090, upTo100Ms: 100, longer: 500, failed: 110, dead: 1 }),
      40_000,
    )
    expect(figuresBetween(first, second)).toEqual({
      windowSeconds: 40,
      requestsPerSecond: 5,
      errorRate: 0.05,
      // 100 of 200 within 10 ms, the other 100 evenly up to 100 ms.
      p50Ms: 10,
      p95Ms: expect.closeTo(91, 5),
      residentBytes: 104_857_600,
      eventLoopLagMs: expect.closeTo(12.3, 5),
      outboxDocuments: 5,
      outboxOldestSeconds: 4,
      consumed: { handled: 11, dead: 1 },
      deadLetters: 1,
    })
  })

  test('when requests are slower than the last bound then the percentile is that bound', () => {
    const [first, second] = [snapshot(shown({}), 0), snapshot(shown({ longer: 10 }), 1_000)]
    expect(figuresBetween(first, second).p95Ms).toBe(100)
  })

  test('when there is one look, or the process started anew, then there are no rates yet', () => {
    const before = snapshot(shown({ upTo10Ms: 90 }), 0)
    const after = snapshot(shown({ upTo10Ms: 10, startedAt: 2 }), 5_000)
    for (const figures of [figuresBetween(undefined, after), figuresBetween(before, after)]) {
      expect(figures).toMatchObject({
        requestsPerSecond: null,
        errorRate: null,
        p95Ms: null,
        outboxDocuments: 5,
      })
    }
  })

  test('when a process shows none of it then nothing is made up', () => {
    expect(figuresBetween(snapshot('', 0), snapshot('', 1_000))).toMatchObject({
      requestsPerSecond: 0,
      errorRate: null,
      residentBytes: null,
      outboxDocuments: null,
      consumed: null,
      deadLetters: null,
    })
  })
})

describe('the watch', () => {
  function watchOf() {
    let nowMs = 0
    const process = { asked: 0, text: shown({}), isDown: false }
    const watch = createProcessWatch([{ name: 'order', replica: 0, url: 'http://order.test' }], {
      now: () => nowMs,
      fetchText: async (url) => {
        expect(url).toBe('http://order.test/metrics')
        process.asked += 1
        if (process.isDown) throw new Error('away')
        return process.text
      },
    })
    return { watch, process, pass: (ms: number) => (nowMs += ms) }
  }

  test('when several ask at once, or soon after, then it looks once; when nobody asks, never', async () => {
    const { watch, process, pass } = watchOf()
    await Promise.all([watch.look(), watch.look(), watch.look()])
    pass(4_000)
    await watch.look()
    expect(process.asked).toBe(1)
    pass(60_000)
    expect(process.asked).toBe(1)
    await watch.look()
    expect(process.asked).toBe(2)
  })

  test('when it is asked for long then the figures are of the last minute only', async () => {
    const { watch, process, pass } = watchOf()
    process.text = shown({ upTo10Ms: 10_000 })
    for (let i = 0; i < 30; i += 1) {
      await watch.look()
      pass(5_000)
    }
    process.text = shown({ upTo10Ms: 10_065 })
    const [view] = await watch.look()
    expect(view?.figures).toMatchObject({ windowSeconds: 65, requestsPerSecond: 1 })
  })

  test('when nobody looked for long then what was long ago does not count', async () => {
    const { watch, pass } = watchOf()
    await watch.look()
    pass(600_000)
    expect((await watch.look())[0]?.figures?.requestsPerSecond).toBeNull()
  })

  test('when the process does not answer then it is down without figures, until it answers again', async () => {
    const { watch, process, pass } = watchOf()
    await watch.look()
    process.isDown = true
    pass(5_000)
    expect(await watch.look()).toEqual([{ name: 'order', replica: 0, up: false, figures: null }])
    process.isDown = false
    process.text = shown({ upTo10Ms: 3, startedAt: 99 })
    pass(5_000)
    const [back] = await watch.look()
    expect(back).toMatchObject({ up: true, figures: { requestsPerSecond: null, outboxDocuments: 5 } })
  })
})
