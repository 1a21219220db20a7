import { randomBytes } from 'node:crypto'
import { type Stack, startStack, until } from '@prankpost/test-harness'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { liveADay, type Words } from '../support/outputs/day.ts'
import { documentsOf, logsOf, metricsOf, recordAnswers, tapEvents } from '../support/outputs/gather.ts'
import { type Canaries, findCanaries, type Output } from '../support/outputs/scanner.ts'
import { secretsOf } from '../support/outputs/secrets.ts'
import { collectTraces } from '../support/outputs/traces.ts'

/** A string that occurs nowhere else. */
const secret = (what: string) => `canary-${what}-${randomBytes(9).toString('hex')}`
const words: Words = {
  adminPassword: secret('admin'),
  password: secret('password'),
  newPassword: secret('new-password'),
  wrong: secret('guess'),
  goodCard: '4242424242424242',
  declinedCard: '4000000000000002',
}
const canaries: Canaries = { ...words, 'a card number as people write it': '4242 4242 4242 4242' }

let stack: Stack
let events: Awaited<ReturnType<typeof tapEvents>>
let answers: Output[]
let traces: Awaited<ReturnType<typeof collectTraces>>
beforeAll(async () => {
  traces = await collectTraces()
  stack = await startStack({
    env: {
      all: { LOG_LEVEL: 'trace', OTEL_EXPORTER_OTLP_ENDPOINT: traces.url },
      auth: { ADMIN_PASSWORD: words.adminPassword },
    },
  })
  Object.assign(canaries, secretsOf(stack))
  events = await tapEvents(stack)
  answers = recordAnswers()
  Object.assign(canaries, await liveADay(stack, words))
})
afterAll(async () => {
  await events.close()
  await stack.stop()
  traces.close()
})

describe('secrets', () => {
  const outputs: Record<string, () => Promise<Output[]> | Output[]> = {
    logs: () => logsOf(stack),
    answers: () => answers.filter(({ place }) => place.startsWith(`answer of ${stack.baseUrl}`)),
    events: () => events,
    documents: () => documentsOf(stack),
    metrics: () => metricsOf(stack),
    traces: () => traces.seen,
  }
  /** A text that each kind of output contains: proof that it was read and is not empty. */
  const proofs: Record<string, RegExp> = {
    logs: /"service":"payment".*|mail kept/,
    answers: /Raw Potato/,
    events: /order-paid/,
    documents: /\$argon2id\$/,
    metrics: /http_request_seconds/,
    traces: /stripe POST \/v1\/checkout\/sessions/,
  }

  test.each(Object.keys(outputs))(
    'when a day in the shop is over then its %s contain no secret',
    async (kind) => {
      // Traces are exported in batches, some seconds later.
      const all = await until(async () => {
        const found = (await outputs[kind]?.()) ?? []
        return found.some(({ text }) => proofs[kind]?.test(text)) ? found : null
      })
      // A link is in the mail that carries it; the page of caught mails is not an output of the shop.
      expect(findCanaries(canaries, all)).toEqual([])
    },
  )

  test('when the day is over then each secret was used', () => {
    const missing = Object.entries(canaries).filter(([, canary]) => canary === '')
    expect(missing).toEqual([])
    expect(Object.keys(canaries)).toEqual(
      expect.arrayContaining(['a session', 'a link to reset', 'STRIPE_SECRET_KEY', 'key of auth, line 1']),
    )
    expect(stack.processes.filter(({ deaths }) => deaths > 0).map(({ spec }) => spec.name)).toEqual(
      expect.arrayContaining(['payment', 'auth', 'sandbox']),
    )
  })
})

describe('the scanner', () => {
  const planted = { 'the word': 'hunter2+hunter2/hunter2"\n?' }
  const word = planted['the word']
  test.each([
    ['unchanged', word],
    ['in JSON', JSON.stringify({ deep: [{ word }] })],
    ['in capitals', word.toUpperCase()],
    ['in an address', `GET /x?y=${encodeURIComponent(word)}&z=1`],
    ['in hex', Buffer.from(word).toString('hex')],
    ['in base64', Buffer.from(word).toString('base64')],
    ['in base64 after one character', Buffer.from(`x${word}y`).toString('base64')],
    ['in base64 after two characters', Buffer.from(`xy${word}`).toString('base64url')],
  ])('when a secret is output %s then it is found, with its place', (_, text) => {
    expect(findCanaries(planted, [{ place: 'here', text: `... ${text} ...` }])).toEqual([
      expect.stringMatching(/^the word in here: /),
    ])
  })

  test('when there is none then none is found, and a string too short to search for is refused', () => {
    expect(findCanaries(planted, [{ place: 'here', text: 'hunter2 hunter2' }])).toEqual([])
    expect(() => findCanaries({ short: 'abc' }, [])).toThrow(/too short/)
  })
})
