import { randomBytes } from 'node:crypto'
import { until } from '@prankpost/test-harness'
import { type Attack, expectSame } from '../frame/attack.ts'

/** A stranger chooses the trace of a call, and sends baggage. */
export const foreignTraces: Attack = {
  name: 'foreign-traces',
  finding: '9',
  bound: 'neither is adopted',
  obstacle: ({ spans }) => (spans === null ? 'the spans of this shop are not sent here (--start)' : null),
  async run(shop) {
    const from = shop.newAddress()
    const [traceId, canary] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')]
    const headers = {
      traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01`,
      tracestate: `evil=${canary}`,
      baggage: `evil=${canary},${'k=v,'.repeat(500)}k=v`,
    }
    const answer = await shop.call('GET', '/api/auth/user', { from, headers })
    const echoed = JSON.stringify(answer.headers) + answer.text
    // Spans are sent in order: once the trace of a later call has arrived, the stranger's would have arrived, too.
    const later = await shop.call('GET', '/api/auth/user', { from })
    const laterId = String(later.headers['x-request-id'])
    const spans = shop.spans ?? []
    await until(async () => spans.some(({ attributes }) => Object.values(attributes).includes(laterId)))
    return {
      checks: [
        expectSame('the call is answered normally', answer.status, 401),
        expectSame(
          'the answer contains the trace id or the baggage',
          echoed.includes(canary) || echoed.includes(traceId),
          false,
        ),
        expectSame(
          "a span belongs to the stranger's trace",
          spans.some((span) => span.traceId === traceId),
          false,
        ),
        expectSame('a span contains the baggage', JSON.stringify(spans).includes(canary), false),
      ],
    }
  },
}
