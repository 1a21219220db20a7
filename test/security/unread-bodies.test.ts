import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { type ApiKey, api, maxBodyBytesOf } from '@prankpost/contracts'
import { type SharedStack, sharedStack } from '@prankpost/test-harness'
import { beforeAll, describe, expect, test } from 'vitest'
import { internalRoutes } from '../support/access/internal-routes.ts'
import { makeToken } from '../support/access/tokens.ts'

let stack: SharedStack
beforeAll(async () => {
  // Each call sends its own address, so that the limit of wrong admin passwords does not count them together.
  stack = await sharedStack()
}, 120_000)

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

/** The status for each body that is refused by its headers, at the gateway and at the service behind it. */
const refusedBodies = (key: ApiKey) =>
  [
    [411, { 'transfer-encoding': 'chunked' }],
    [413, { 'content-length': maxBodyBytesOf(key) + 1, 'stripe-signature': timely() }],
    [415, { 'content-length': 19, 'content-encoding': 'gzip' }],
    [415, { 'content-length': 19, 'content-encoding': 'br' }],
  ] as const
const timely = () => `t=${Math.floor(Date.now() / 1_000)},v1=${'0'.repeat(64)}`

describe.each(changes)('%s', (key, { service, access, upload }) => {
  test('when the gateway gets a body in chunks, too large or compressed then it is refused before it arrives', async () => {
    for (const [status, headers] of refusedBodies(key)) {
      expect(await statusBeforeBody(stack.baseUrl, key, headers)).toBe(status)
    }
  })

  test("when the service gets one then it refuses it as well; the caller's access is checked first", async () => {
    for (const [status, headers] of refusedBodies(key)) {
      // The operator's password cannot be in a file.
      const isDecided = status === 413 && (access === 'customer' || upload !== undefined)
      expect(await statusBeforeBody(urlOf(service), key, headers)).toBe(isDecided ? 401 : status)
    }
  })

  if (access === 'public') return
  test('when the caller has no access then that is a 401 before the body arrives, at the service and, when its first byte came, through the gateway', async () => {
    const customer: Record<string, string>[] = [{}, { cookie: 'prankpost_session=nonsense' }]
    for (const credentials of access === 'customer' ? customer : [{ 'x-admin-password': 'wrong' }]) {
      const headers = () => ({
        ...credentials,
        'x-forwarded-for': newAddress(),
        'content-length': maxBodyBytesOf(key),
      })
      expect(await statusBeforeBody(urlOf(service), key, headers())).toBe(401)
      // The gateway's client sends the head together with the first bytes of the body.
      expect(await statusBeforeBody(stack.baseUrl, key, headers(), '{')).toBe(401)
    }
  })
})

describe.each(internalRoutes().filter(({ method }) => method === 'POST'))(
  'POST $service$path',
  ({ service, path, callers: [from = 'auth'] }) => {
    test('when it is not signed, or the body has an encoding, then it is refused before the body arrives', async () => {
      const authorization = `Bearer ${makeToken({ iss: from, aud: service }, stack.secrets.SERVICE_KEYS[from].privateKey)}`
      const ask = (headers: Record<string, string | number>) =>
        statusBeforeBody(urlOf(service), `POST ${path}`, headers)
      expect(await ask({ 'content-length': 100 })).toBe(401)
      expect(await ask({ authorization, 'content-length': 1_048_577 })).toBe(413)
      expect(await ask({ authorization, 'content-length': 19, 'content-encoding': 'gzip' })).toBe(415)
      expect(await ask({ authorization, 'transfer-encoding': 'chunked' })).toBe(411)
    })
  },
)
