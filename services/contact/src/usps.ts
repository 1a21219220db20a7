import type { AddressToCheck } from '@prankpost/contracts'
import { createReplicas, inClientSpan, type Logger } from '@prankpost/service-kit'
import { z } from 'zod'
import type { AddressCheck } from './address-check.ts'
import { type CheckOutcome, checksTotal } from './metrics.ts'

interface UspsOptions {
  /** The origin of the API, without a path. */
  url: string
  clientId: string
  clientSecret: string
  log: Logger
  /** The time for a check, including a new token; default 2 s. */
  timeoutMs?: number
  /** How long nothing is called after a call that failed; default 30 s. */
  pauseMs?: number
}

/** The longest pause that a `Retry-After` can demand. */
const maxPauseMs = 3_600_000

const notFound =
  'USPS does not know this address. Please check the house number, the street, the city and the ZIP code. If all of it is right, please write to us.'

/**
 * Checks addresses with the Addresses API 3.0 of USPS. A token (OAuth 2.0, client credentials) is used until it expires.
 * After a failure USPS is not called for a while: customers do not wait for it, and its quota (60 calls an hour for a new
 * account) is not used up by attempts. Neither logs nor traces contain an address.
 * @see https://developers.usps.com/addressesv3 and https://github.com/USPS/api-examples
 */
export function createUspsCheck(options: UspsOptions): AddressCheck {
  const { url, clientId, clientSecret, log, timeoutMs = 2_000, pauseMs = 30_000 } = options
  const usps = createReplicas([url])
  let token: Token | null = null
  let requested: Promise<Token> | null = null
  let pausedUntil = 0

  /** Redirects are not followed, so the credentials go to this address only. */
  const send = (method: 'GET' | 'POST', path: string, query: string, more: object): Promise<Answer> => {
    const attributes = { 'http.request.method': method, 'peer.service': 'usps' }
    return inClientSpan(`usps ${method} ${path}`, attributes, async (span) => {
      const { statusCode, headers, body } = await usps.send(url, { method, path: path + query, ...more })
      span.setAttribute('http.response.status_code', statusCode)
      const retryAfter = Number(headers['retry-after']) || 0
      return { status: statusCode, retryAfterMs: retryAfter * 1_000, body: readJson(await body.text()) }
    })
  }

  const requestToken = async (signal: AbortSignal): Promise<Token> => {
    const credentials = { client_id: clientId, client_secret: clientSecret, grant_type: 'client_credentials' }
    const answer = await send('POST', '/oauth2/v3/token', '', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(credentials),
      signal,
    })
    const parsed = tokenAnswer.safeParse(answer.body)
    if (answer.status !== 200 || !parsed.success) throw new Failed(failureOf(answer.status), answer)
    const { access_token, expires_in } = parsed.data
    // It is replaced a little early, so that it does not expire on its way.
    return { value: access_token, until: Date.now() + expires_in * 900 }
  }

  /** The current token. Calls at the same time share one request for a new one, within the time of the first of them. */
  const currentToken = async (signal: AbortSignal): Promise<Token> => {
    if (token !== null && Date.now() < token.until) return token
    requested ??= requestToken(signal).finally(() => {
      requested = null
    })
    token = await requested
    return token
  }

  const lookUp = async (address: AddressToCheck, signal: AbortSignal): Promise<Answer> => {
    const current = await currentToken(signal)
    const answer = await send('GET', '/addresses/v3/address', `?${queryOf(address)}`, {
      headers: { accept: 'application/json', authorization: `Bearer ${current.value}` },
      signal,
    })
    if (answer.status === 401 && token === current) token = null
    return answer
  }

  const ask = async (address: AddressToCheck): Promise<CheckOutcome> => {
    const signal = AbortSignal.timeout(timeoutMs)
    let answer = await lookUp(address, signal)
    // The token was revoked before its time: once with a new one.
    if (answer.status === 401) answer = await lookUp(address, signal)
    const outcome = outcomeOf(answer)
    if (isFailure(outcome)) throw new Failed(outcome, answer)
    return outcome
  }

  const pause = (error: unknown): CheckOutcome => {
    const { outcome, answer } = error instanceof Failed ? error : new Failed('unavailable')
    const wantedMs = outcome === 'limited' ? (answer?.retryAfterMs ?? 0) : 0
    const forMs = Math.min(Math.max(pauseMs, wantedMs), maxPauseMs)
    pausedUntil = Date.now() + forMs
    // The name of an unexpected error, such as TimeoutError: its message could contain the address that was looked up.
    const reason = answer?.status ?? (error as Error).name
    log.warn({ outcome, reason, pauseMs: forMs }, 'no answer from USPS: addresses are accepted unchecked')
    return outcome
  }

  return {
    async check(address) {
      // USPS finds an address in Puerto Rico by its urbanization, for which the shop has no field.
      const isOutOfReach = address.state === 'PR'
      const isPaused = Date.now() < pausedUntil
      const outcome = isOutOfReach ? 'unclear' : isPaused ? 'paused' : await ask(address).catch(pause)
      checksTotal.inc({ outcome })
      if (outcome === 'not-found') return { result: 'not-found', message: notFound }
      return { result: outcome === 'deliverable' ? 'deliverable' : 'unknown' }
    },
  }
}

interface Token {
  value: string
  until: number
}

interface Answer {
  status: number
  retryAfterMs: number
  body: unknown
}

/** A call after which USPS is not called for a while. */
class Failed extends Error {
  readonly outcome: Failure
  readonly answer: Answer | undefined
  constructor(outcome: Failure, answer?: Answer) {
    super(`usps: ${outcome}`)
    this.outcome = outcome
    this.answer = answer
  }
}

type Failure = Extract<CheckOutcome, 'limited' | 'refused' | 'unavailable'>
const isFailure = (outcome: CheckOutcome): outcome is Failure =>
  outcome === 'limited' || outcome === 'refused' || outcome === 'unavailable'

const failureOf = (status: number): Failure => {
  if (status === 429) return 'limited'
  return status >= 400 && status < 500 ? 'refused' : 'unavailable'
}

/** USPS writes the number of seconds as a string. */
const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() })

/** A second line may be missing (`D`) or unknown (`S`): the building is known, so the parcel arrives there. */
const matchAnswer = z.object({ additionalInfo: z.object({ DPVConfirmation: z.enum(['Y', 'D', 'S', 'N']) }) })

const errorAnswer = z.object({
  error: z.object({
    message: z.string(),
    errors: z.array(z.object({ title: z.string().optional() })).optional(),
  }),
})

/**
 * What an answer says about the address. Only an error in the form of USPS refuses it: the 404 of a wrong USPS_URL, or of a
 * proxy, says nothing about an address. Neither does a 400 because the request is not in the form that the API expects.
 */
function outcomeOf({ status, body }: Answer): CheckOutcome {
  if (status === 200) {
    const match = matchAnswer.safeParse(body)
    if (!match.success) return 'unclear'
    return match.data.additionalInfo.DPVConfirmation === 'N' ? 'not-found' : 'deliverable'
  }
  if (status !== 400 && status !== 404) return failureOf(status)
  const parsed = errorAnswer.safeParse(body)
  if (!parsed.success) return 'unavailable'
  const { message, errors = [] } = parsed.data.error
  const isAboutForm =
    message.startsWith('OASValidation') || errors.some(({ title }) => title === 'openapi_validation_error')
  return isAboutForm ? 'unclear' : 'not-found'
}

function queryOf({ address, address2, city, state, zipCode }: AddressToCheck): URLSearchParams {
  const query = new URLSearchParams({ streetAddress: address })
  if (address2) query.set('secondaryAddress', address2)
  query.set('city', city)
  query.set('state', state)
  query.set('ZIPCode', zipCode.slice(0, 5))
  return query
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
