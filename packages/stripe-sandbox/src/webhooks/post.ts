import { createHmac } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'

/** The address of webhooks, the secret they are signed with, and the event types that are sent (default: all). */
export interface WebhookTarget {
  url: string
  secret: string
  types?: string[] | undefined
}

/** The result of an attempt: a status, or the reason why there was no response. */
export type Attempt = { status: number; error: null } | { status: null; error: string }

const timeoutMs = 10_000

/**
 * Returns the `Stripe-Signature` of a body that is sent at a given time.
 * @see https://docs.stripe.com/webhooks#verify-manually
 */
function sign(body: string, secret: string, at: Date): string {
  const t = Math.floor(at.getTime() / 1000)
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`
}

/** Creates the function that signs and posts one event, over keep-alive connections. */
export function createPoster({ url, secret }: WebhookTarget, maxSockets: number) {
  const isTls = url.startsWith('https:')
  const agent = new (isTls ? https : http).Agent({ keepAlive: true, maxSockets })
  const request = isTls ? https.request : http.request

  function tryOnce(body: string): Promise<Attempt & { isStaleConnection?: boolean }> {
    return new Promise((resolve) => {
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
        'stripe-signature': sign(body, secret, new Date()),
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        accept: '*/*',
      }
      const signal = AbortSignal.timeout(timeoutMs)
      const outgoing = request(url, { method: 'POST', agent, headers, signal }, (response) => {
        response.resume()
        response.once('end', () => resolve({ status: response.statusCode ?? 0, error: null }))
        response.once('error', (error) => resolve({ status: null, error: error.message }))
      })
      outgoing.once('error', (error: NodeJS.ErrnoException) => {
        const isStaleConnection = outgoing.reusedSocket && error.code === 'ECONNRESET'
        const reason = signal.aborted
          ? `no answer within ${timeoutMs / 1000} s`
          : error.message || String(error.code)
        resolve({ status: null, error: reason, isStaleConnection })
      })
      outgoing.end(body)
    })
  }

  return {
    /** Posts a body once; if the server has closed the reused connection, sends it again on a new one. */
    async post(body: string): Promise<Attempt> {
      const first = await tryOnce(body)
      return first.isStaleConnection ? tryOnce(body) : first
    },
    close: () => agent.destroy(),
  }
}
