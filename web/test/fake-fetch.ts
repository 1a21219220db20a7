import { afterEach, beforeEach } from 'vitest'

/** One call that the code under test made. */
interface SeenCall {
  key: string
  body: unknown
}
type Answer = { status?: number; body?: unknown } | 'unavailable'

/** Answers calls by `METHOD /path`, and records them. */
export function withFakeFetch() {
  const calls: SeenCall[] = []
  const answers: Record<string, Answer | ((body: Record<string, unknown>) => Answer)> = {}
  const real = globalThis.fetch
  beforeEach(() => {
    calls.length = 0
    for (const key of Object.keys(answers)) delete answers[key]
    globalThis.fetch = async (input, init) => {
      const key = `${init?.method ?? 'GET'} ${String(input)}`
      const body: Record<string, unknown> = typeof init?.body === 'string' ? JSON.parse(init.body) : {}
      calls.push({ key, body })
      const planned = answers[key] ?? { status: 404 }
      const answer = typeof planned === 'function' ? planned(body) : planned
      if (answer === 'unavailable') throw new TypeError('Failed to fetch')
      return new Response(JSON.stringify(answer.body === undefined ? {} : answer.body), {
        status: answer.status ?? 200,
      })
    }
  })
  afterEach(() => {
    globalThis.fetch = real
  })
  return { calls, answers }
}
