import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import express from 'express'
import jsonwebtoken from 'jsonwebtoken'
import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { answerErrors } from '../src/http/http-app.ts'
import { createInternalClient, mountInternal, onInternal } from '../src/index.ts'
import { startCuttableServer } from '../src/testing/cut-off.ts'
import { serveForTest } from '../src/testing/index.ts'

function keyPair() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  }
}
const order = keyPair()
const support = keyPair()
const contact = keyPair()
const next = keyPair()
const publicKeys = {
  order: order.publicKey,
  support: support.publicKey,
  contact: `${next.publicKey}${contact.publicKey}`,
}

const app = express()
mountInternal(app, 'payment', publicKeys, [
  onInternal('get', '/internal/secret', ['order', 'contact'], z.object({}), async () => ({ secret: 42 })),
  onInternal('post', '/internal/deed', ['order'], z.object({}), async () => ({ secret: 42 })),
])
app.use(answerErrors(pino({ level: 'silent' })))
const server = await serveForTest(app)
afterAll(() => server.close())

const answer = z.object({ secret: z.number() })
const ask = (from: 'order' | 'support' | 'contact', privateKey: string) =>
  createInternalClient({ from, to: 'payment', urls: [server.url], privateKey }).get(
    '/internal/secret',
    answer,
  )
const statusWith = async (token: string) =>
  (await server.call('GET', '/internal/secret', { headers: { authorization: `Bearer ${token}` } })).status
const sign = (claims: object, key: string, options: jsonwebtoken.SignOptions = {}) =>
  jsonwebtoken.sign(claims, key, {
    algorithm: 'ES256',
    issuer: 'order',
    audience: 'payment',
    expiresIn: 60,
    ...options,
  })

describe('an internal route', () => {
  test('when an allowed caller signs with its own key then it is answered, repeatedly', async () => {
    const client = createInternalClient({
      from: 'order',
      to: 'payment',
      urls: [server.url],
      privateKey: order.privateKey,
    })
    for (let n = 0; n < 3; n++) expect(await client.get('/internal/secret', answer)).toEqual({ secret: 42 })
  })

  test('when one of two replicas is down then the other one answers each of many concurrent calls', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const { port } = closed.address() as AddressInfo
    closed.close()
    const client = createInternalClient({
      from: 'order',
      to: 'payment',
      urls: [`http://127.0.0.1:${port}`, server.url],
      privateKey: order.privateKey,
    })
    const calls = Array.from({ length: 100 }, () => client.post('/internal/deed', answer, {}))
    expect(await Promise.all(calls)).toEqual(calls.map(() => ({ secret: 42 })))
  })

  test('when a connection ends without a response then the command is sent again, to the next replica', async () => {
    const dying = createServer((socket) => socket.once('data', () => socket.destroy())).listen(0, '127.0.0.1')
    await once(dying, 'listening')
    const { port } = dying.address() as AddressInfo
    const client = createInternalClient({
      from: 'order',
      to: 'payment',
      urls: [`http://127.0.0.1:${port}`, server.url],
      privateKey: order.privateKey,
    })
    expect(await client.post('/internal/deed', answer, {})).toEqual({ secret: 42 })
    dying.close()
  })

  test('when a replica is cut off then its command is sent to the next replica within seconds', async () => {
    const cut = await startCuttableServer()
    try {
      const client = createInternalClient({
        from: 'order',
        to: 'payment',
        urls: [cut.url, server.url],
        privateKey: order.privateKey,
        timeoutMs: 10_000,
      })
      const send = () => client.post('/internal/deed', z.record(z.string(), z.unknown()), {})
      expect([await send(), await send()]).toEqual([{ name: 'cut' }, { secret: 42 }])
      await cut.cutOff()
      const startedAt = Date.now()
      expect(await send()).toEqual({ secret: 42 })
      expect(Date.now() - startedAt).toBeLessThan(9_000)
    } finally {
      cut.end()
    }
  })

  test('when another service calls it then it is a 403', async () => {
    expect(await statusWith(sign({}, support.privateKey, { issuer: 'support' }))).toBe(403)
  })

  test('when a service pretends to be another one then it is a 401', async () => {
    expect(await statusWith(sign({}, support.privateKey))).toBe(401)
  })

  test('when it refuses the calling service then the call of the person is a 503, not a 401 or 403', async () => {
    const unavailable = { status: 503, code: 'unavailable' }
    await expect(ask('support', support.privateKey)).rejects.toMatchObject(unavailable)
    await expect(ask('order', support.privateKey)).rejects.toMatchObject(unavailable)
  })

  test('when the key of a service is replaced then its calls with the old and with the new key are answered', async () => {
    await expect(ask('contact', next.privateKey)).resolves.toEqual({ secret: 42 })
    await expect(ask('contact', contact.privateKey)).resolves.toEqual({ secret: 42 })
  })

  test('when the clock of the caller is a minute late then it is answered', async () => {
    expect(await statusWith(sign({}, order.privateKey, { expiresIn: -50 }))).toBe(200)
  })

  test('when a token is missing, malformed, for another service, expired, without expiry, unsigned or of an unknown service then it is a 401', async () => {
    const { privateKey } = order
    const tokens = {
      none: '',
      nonsense: 'nonsense',
      'for another': sign({}, privateKey, { audience: 'auth' }),
      'too old': sign({}, privateKey, { expiresIn: -70 }),
      endless: jsonwebtoken.sign({ iss: 'order', aud: 'payment' }, privateKey, { algorithm: 'ES256' }),
      unsigned: jsonwebtoken.sign({ iss: 'order', aud: 'payment' }, '', { algorithm: 'none' }),
      'by the public key as a secret': `${jsonwebtoken.sign({ iss: 'order', aud: 'payment' }, 'x', { algorithm: 'HS256' })}`,
      'of no service': sign({}, privateKey, { issuer: 'constructor' }),
    }
    for (const [what, token] of Object.entries(tokens)) {
      expect([what, await statusWith(token)]).toEqual([what, 401])
    }
  })
})
