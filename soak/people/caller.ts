import { setTimeout as sleep } from 'node:timers/promises'

/** An answer as people see it. */
export interface Answer {
  status: number
  // What it holds is each endpoint's business; who asks knows what to expect.
  body: ReturnType<typeof JSON.parse>
}

/** What all callers of a run came to. */
export interface Tally {
  calls: number
  triedAgain: number
  /** Why it was tried again: by status, or by what went wrong on the way. */
  reasons: Record<string, number>
  gaveUp: number
  /** Answers of 500, which nobody should ever get, with the first of them in words. */
  faults: number
  faultWords: string[]
}

export const emptyTally = (): Tally => ({
  ...{ calls: 0, triedAgain: 0, gaveUp: 0, faults: 0 },
  ...{ reasons: {}, faultWords: [] },
})

/** No answer came in all the time that somebody was ready to wait. */
export class GaveUp extends Error {
  override name = 'GaveUp'
}

interface CallOptions {
  method: string
  path: string
  body?: unknown
  headers?: Record<string, string>
  /** Answers that are worth another try, besides those that say so themselves. */
  again?: (answer: Answer) => boolean
  patienceMs?: number
}

/** A person looks again after so long without an answer. */
const answerWithinMs = 10_000
const defaultPatienceMs = 90_000

export interface Caller {
  /**
   * Calls until there is an answer that says yes or no: what was not answered, 429 and 5xx are tried again,
   * at growing intervals. A write may so be made several times. @throws GaveUp when patience is at its end
   */
  insist(options: CallOptions): Promise<Answer>
}

/** Somebody who calls an address over HTTP, with the cookies that they were given, politely. */
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
        tally.triedAgain += 1
        const reason = answer.status === 0 ? String(answer.body) : String(answer.status)
        tally.reasons[reason] = (tally.reasons[reason] ?? 0) + 1
        await sleep(Math.min(100 * 1.6 ** tries, 2_000) * (0.5 + Math.random()))
      }
    },
  }
}

/** What went wrong, in the words of the system where it has some. */
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

function noteFault(tally: Tally, words: string): void {
  tally.faults += 1
  if (tally.faultWords.length < 20) tally.faultWords.push(words.slice(0, 300))
}
