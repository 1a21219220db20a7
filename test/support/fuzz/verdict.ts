import { errorAnswer } from '@prankpost/contracts'
import type { Case } from './cases.ts'
import type { Sent } from './send.ts'

/** What no answer may contain: names of internals. */
const internals =
  /node_modules|Mongo|mongoose|ECONN|ENOTFOUND|EPIPE|\bat (?:async )?(?:\/|file:|[\w.]+ \()|\.ts:\d+|ZodError|TypeError|RangeError|SyntaxError|E11000|BSON|amqp/

interface Answering {
  status: number
  answer?: { safeParse: (value: unknown) => { success: boolean } }
}

/** What is wrong with an answer; null if nothing is. */
export function wrongWith(
  { method }: Case,
  { status, headers, text }: Sent,
  endpoint: Answering,
): string | null {
  if (status === 0) return `no answer: ${text}`
  if (status >= 500) return `status ${status}`
  if (status === 429) return 'a limit that is not what is tested here'
  if (status < 400 && !headers['content-type']?.includes('json')) return null
  if (internals.test(text)) return `it speaks of internals: ${internals.exec(text)?.[0]}`
  if (method === 'HEAD' || status === 204 || status === 304)
    return text === '' ? null : 'a body where none belongs'
  const body = parsed(text)
  if (body === undefined) return 'not JSON'
  if (status < 400) return isGood(endpoint, status, body) ? null : 'not what the contract says it answers'
  const failure = errorAnswer.strict().safeParse(body)
  if (!failure.success) return 'not the shape of a failure'
  return failure.data.requestId === headers['x-request-id'] ? null : 'another request id than in the header'
}

const isGood = ({ status: good, answer }: Answering, status: number, body: unknown) =>
  status !== good || answer === undefined || answer.safeParse(body).success

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
