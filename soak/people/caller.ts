import { setTimeout as sleep } from 'node:timers/promises'

/** A response; status 0 stands for a call without one. */
export interface Answer {
  status: number
  // Each endpoint has its own body; the caller knows which to expect.
  body: ReturnType<typeof JSON.parse>
}

/** The totals of all callers of a run. */
export interface Tally {
  calls: number
  retried: number
  /** Why calls were retried: by status, or by the error of the connection. */
  reasons: Record<string, number>
  gaveUp: number
  /** Responses of 500, which must not happen, and a description of the first ones. */
  faults: number
  firstFaults: string[]
}

export const emptyTally = (): Tally => ({
  ...{ calls: 0, retried: 0, gaveUp: 0, faults: 0 },
  ...{ reasons: {}, firstFaults: [] },
})

/** No final answer came within the caller's patience. */
export class GaveUp extends Error {
  override name = 'GaveUp'
}

interface CallOptions {
  method: string
  path: string
  body?: unknown
  headers?: Record<string, string>
  /** Further answers to retry. */
  again?: (answer: Answer) => boolean
  patienceMs?: number
}

/** A person repeats a call that has no answer after this time. */
const answerWithinMs = 10_000
const defaultPatienceMs = 90_000

export interface Caller {
  /**
   * Calls until there is a final answer: calls without one, 429 and 5xx are retried at growing intervals. A write may
   * therefore be sent several times. @throws GaveUp when the patience is over
   */
  insist(options: CallOptions): Promise<Answer>
}

/** Calls an address over HTTP with the cookie that it set, and with backoff. */
export function createCaller(baseUrl: string, tally: Tally): Caller {
  let cookie = ''

  async function call({ method, path, body, headers }: CallOptions): Promise<Answer> {
    tally.calls += 1
    const response = await fetch(baseUrl + path, {
      method,
      signal: AbortSignal.timeout(answerWithinMs),
      headers: {
        ...(cookie === '' ? {} : { cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const given = response.headers.get('set-cookie')?.split(';')[0]
    if (given !== undefined) cookie = given
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : readable(text) }
  }

  return {
    async insist(options) {
      const { method, path, again, patienceMs = defaultPatienceMs } = options
      const end = Date.now() + patienceMs
      for (let tries = 1; ; tries++) {
        const answer = await call(options).catch(noAnswer)
        if (answer.status === 500) noteFault(tally, `${method} ${path}: ${JSON.stringify(answer.body)}`)
        const isFinal = answer.status > 0 && answer.status < 500 && answer.status !== 429
        if (isFinal && !again?.(answer)) return answer
        if (Date.now() > end) {
          tally.gaveUp += 1
          throw new GaveUp(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
        }
        tally.retried += 1
        const reason = answer.status === 0 ? String(answer.body) : String(answer.status)
        tally.reasons[reason] = (tally.reasons[reason] ?? 0) + 1
        await sleep(Math.min(100 * 1.6 ** tries, 2_000) * (0.5 + Math.random()))
      }
    },
  }
}

/** The system's error code, or the error's message. */
function noAnswer(error: Error): Answer {
  const cause = error.cause instanceof Error && 'code' in error.cause ? error.cause.code : error.message
  return { status: 0, body: cause }
}

const readable = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

function noteFault(tally: Tally, description: string): void {
  tally.faults += 1
  if (tally.firstFaults.length < 20) tally.firstFaults.push(description.slice(0, 300))
}
