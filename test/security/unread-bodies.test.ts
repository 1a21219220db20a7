import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { type ApiKey, api, maxBodyBytesOf } from '@prankpost/contracts'
import { type SharedStack, sharedStack } from '@prankpost/test-harness'
import { beforeAll, expect, test } from 'vitest'
import { internalRoutes } from '../support/access/internal-routes.ts'
import { makeToken } from '../support/access/tokens.ts'

let stack: SharedStack
beforeAll(async () => {
  // Each call sends its own address, so that the limit of wrong admin passwords does not count them together.
  stack = await sharedStack()
})

const urlOf = (service: string) => stack.processes.find(({ spec }) => spec.name === service)?.spec.url ?? ''
const changes = Object.entries(api).filter(([key]) => !key.startsWith('GET ')) as [
  ApiKey,
  { service: string; access: string; upload?: readonly string[] },
][]

let addresses = 0
const newAddress = () => `198.18.0.${++addresses}`

/**
 * Sends the head of a request and never its body, or only its start, and resolves with the status: a body that is
 * answered this way was not read, inflated or parsed. A server that waits for the body makes the test time out.
 */
async function statusBeforeBody(
  base: string,
  key: string,
  headers: Record<string, string | number>,
  start = '',
) {
  const { hostname, port } = new URL(base)
  const socket = connect(Number(port), hostname)
  const line = `${key.replace(/:\w+/g, 'f0'.repeat(12))} HTTP/1.1`
  const all = { host: 'x', connection: 'close', 'content-type': 'application/json', ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  socket.write(`${[line, ...lines].join('\r\n')}\r\n\r\n${start}`)
  return Number(/^HTTP\/1\.1 (\d{3}) /.exec(await text(socket))?.[1])
}

const timely = () => `t=${Math.floor(Date.now() / 1_000)},v1=${'0'.repeat(64)}`
const withService = ([key, { service }]: (typeof changes)[number]) => ({ key, service })
const ofService = ({ service }: { service: string }, n: number, all: { service: string }[]) =>
  all.findIndex((one) => one.service === service) === n

test.each(changes)(
  '%s: when a body is too large, or its caller has no access, then it is refused before it arrives, at the gateway and at the service',
  async (key, { service, access, upload }) => {
    const tooLarge = { 'content-length': maxBodyBytesOf(key) + 1, 'stripe-signature': timely() }
    expect(await statusBeforeBody(stack.baseUrl, key, tooLarge)).toBe(413)
    // The service checks access first; the operator's password can be in a body, and not in a file.
    const isDecided = access === 'customer' || upload !== undefined
    expect(await statusBeforeBody(urlOf(service), key, tooLarge)).toBe(isDecided ? 401 : 413)
    if (access === 'public') return

    const ofCustomer = ['', 'prankpost_session=nonsense']
    for (const cookie of access === 'customer' ? ofCustomer : ['prankpost_operator=nonsense']) {
      const headers = { cookie, 'content-length': maxBodyBytesOf(key) }
      expect(await statusBeforeBody(urlOf(service), key, headers)).toBe(401)
      // The gateway's client sends the head together with the first bytes of the body.
      expect(await statusBeforeBody(stack.baseUrl, key, headers, '{')).toBe(401)
    }
  },
)

test.each(
  changes
    .filter(([, { access }]) => access === 'admin')
    .map(withService)
    .filter(ofService),
)(
  '$key: when the admin password is wrong then that is a 401 before the body arrives, at the gateway and at $service',
  async ({ key, service }) => {
    const headers = () => ({
      'x-admin-password': 'wrong',
      'x-forwarded-for': newAddress(),
      'content-length': maxBodyBytesOf(key),
    })
    expect(await statusBeforeBody(urlOf(service), key, headers())).toBe(401)
    expect(await statusBeforeBody(stack.baseUrl, key, headers(), '{')).toBe(401)
  },
)

// All endpoints of a service check the form of a body with the same code.
test.each(changes.map(withService).filter(ofService))(
  '$key: when a body comes in chunks or compressed then the gateway and $service refuse it before it arrives',
  async ({ key, service }) => {
    for (const url of [stack.baseUrl, urlOf(service)]) {
      expect(await statusBeforeBody(url, key, { 'transfer-encoding': 'chunked' })).toBe(411)
      for (const encoding of ['gzip', 'br']) {
        const headers = { 'content-length': 19, 'content-encoding': encoding }
        expect(await statusBeforeBody(url, key, headers)).toBe(415)
      }
    }
  },
)

test.each(internalRoutes().filter(({ method }) => method === 'POST'))(
  'POST $service$path: when it is not signed, or its body is too large, then it is refused before the body arrives',
  async ({ service, path, callers: [from = 'auth'] }) => {
    const authorization = `Bearer ${makeToken({ iss: from, aud: service }, stack.secrets.SERVICE_KEYS[from].privateKey)}`
    const ask = (headers: Record<string, string | number>) =>
      statusBeforeBody(urlOf(service), `POST ${path}`, headers)
    expect(await ask({ 'content-length': 100 })).toBe(401)
    expect(await ask({ authorization, 'content-length': 1_048_577 })).toBe(413)
  },
)
