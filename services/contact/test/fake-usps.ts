import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'

type Reply = { status: number; body: unknown; headers?: Record<string, string> } | 'no answer'

/** A match of USPS with this confirmation of the delivery point; null is an address that it did not confirm at all. */
export const match = (dpv: string | null, over: object = {}): Reply => ({
  status: 200,
  body: {
    firm: null,
    address: { streetAddress: '1 GARDEN PATH', city: 'SPRINGFIELD', state: 'OR', ZIPCode: '97477' },
    additionalInfo: { deliveryPoint: '01', DPVConfirmation: dpv, vacant: 'N' },
    ...over,
  },
})

/** An error in the form of USPS. */
export const refusal = (status: number, message: string, errors: object[] = []): Reply => ({
  status,
  body: { apiVersion: '/addresses/v3/', error: { code: String(status), message, errors } },
})
export const noMatch = refusal(404, 'There is no match for the address requested.')

/** A server that behaves as the two endpoints of USPS do: a token for the credentials, then a match for an address. */
export async function startUsps() {
  const state = {
    reply: match('Y'),
    /** Replaces the answer with a token. */
    tokenReply: null as Reply | null,
    /** USPS writes this number of seconds as a string. */
    expiresIn: '28799',
    /** The requests for a token, as sent. */
    tokenRequests: [] as string[],
    /** The queries of the addresses that were looked up, in order. */
    lookUps: [] as Record<string, string>[],
    /** Ends all tokens before their time. */
    revokeTokens: () => tokens.clear(),
  }
  const tokens = new Set<string>()

  const tokenFor = (text: string): Reply => {
    state.tokenRequests.push(text)
    const { client_id, client_secret, grant_type } = JSON.parse(text)
    if (state.tokenReply !== null) return state.tokenReply
    const isKnown = client_id === uspsId && client_secret === uspsSecret
    if (!isKnown || grant_type !== 'client_credentials') return refusal(401, 'invalid client')
    const token = `token-${state.tokenRequests.length}`
    tokens.add(`Bearer ${token}`)
    const { expiresIn } = state
    return { status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: expiresIn } }
  }
  const addressFor = (query: URLSearchParams, authorization = ''): Reply => {
    state.lookUps.push(Object.fromEntries(query))
    return tokens.has(authorization) ? state.reply : refusal(401, '')
  }

  const server = http.createServer(async (req, res) => {
    let text = ''
    for await (const part of req) text += part
    const { pathname, searchParams } = new URL(req.url ?? '', 'http://usps')
    const route = `${req.method} ${pathname}`
    const reply =
      route === 'POST /oauth2/v3/token'
        ? tokenFor(text)
        : route === 'GET /addresses/v3/address'
          ? addressFor(searchParams, req.headers.authorization)
          : refusal(404, `unexpected: ${route}`)
    if (reply === 'no answer') return
    res.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
    res.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const close = async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return Object.assign(state, { url, close })
}

export const uspsId = 'consumer-key'
export const uspsSecret = 'consumer-secret-of-this-test'
