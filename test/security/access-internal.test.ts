import { request } from 'node:http'
import { api, errorAnswer, serviceNames } from '@prankpost/contracts'
import { type SharedStack, sharedStack } from '@prankpost/test-harness'
import { beforeAll, describe, expect, test } from 'vitest'
import { callsRoute, internalRoutes } from '../support/access/internal-routes.ts'
import { makeToken } from '../support/access/tokens.ts'
import { Shopper } from '../support/shopper.ts'

const routes = internalRoutes().map((route) => ({
  ...route,
  name: `${route.method} ${route.service}${route.path}`,
}))

let stack: SharedStack
let cookie: string
beforeAll(async () => {
  stack = await sharedStack()
  cookie = (await new Shopper(stack).signUp()).cookie
}, 120_000)

/** Calls an address exactly as written. */
const call = (base: string, method: string, path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { hostname, port } = new URL(base)
    const outgoing = request({ hostname, port, method, path, agent: false, headers }, async (response) => {
      let text = ''
      for await (const chunk of response) text += chunk
      resolve({ status: response.statusCode ?? 0, text })
    })
    outgoing.on('error', reject).end()
  })
const urlOf = (service: string) => stack.processes.find(({ spec }) => spec.name === service)?.spec.url ?? ''
const ask = async ({ service, method, path }: (typeof routes)[number], authorization?: string) =>
  call(urlOf(service), method, path, authorization === undefined ? {} : { authorization })

describe.each(routes)('$name', (route) => {
  const { service, callers } = route
  const [from = 'auth'] = callers
  const keys = () => stack.secrets.SERVICE_KEYS
  const token = (claims: object = {}, key = keys()[from].privateKey) =>
    makeToken({ iss: from, aud: service, ...claims }, key)

  test('when the call is not signed, or badly, then it is a 401 that reveals nothing', async () => {
    const other = serviceNames.find((name) => name !== from && name !== service) ?? 'support'
    const { privateKey, publicKey } = keys()[from]
    const whole = { iss: from, aud: service }
    const bad = {
      'no token': undefined,
      nonsense: 'Bearer nonsense',
      'another scheme': `Basic ${Buffer.from('auth:auth').toString('base64')}`,
      'no signature': `Bearer ${token().replace(/[^.]+$/, '')}`,
      'no algorithm': `Bearer ${makeToken(whole, '', 'none')}`,
      'a public key as a secret': `Bearer ${makeToken(whole, publicKey, 'HS256')}`,
      'another audience': `Bearer ${token({ aud: other })}`,
      'run out': `Bearer ${token({ exp: Math.floor(Date.now() / 1000) - 1 })}`,
      'no end': `Bearer ${token({ exp: undefined })}`,
      'in the name of another': `Bearer ${makeToken(whole, keys()[other].privateKey)}`,
      'nobody known': `Bearer ${makeToken({ ...whole, iss: '__proto__' }, privateKey)}`,
      "a customer's session": `Bearer ${cookie.split('=')[1]}`,
    }
    for (const [what, authorization] of Object.entries(bad)) {
      const { status, text } = await ask(route, authorization)
      expect([what, status]).toEqual([what, 401])
      expect(errorAnswer.strict().parse(JSON.parse(text)).message).toBe('Unauthorized')
    }
  })

  // Every service may verify the operator's password, even if it has no endpoints for the operator.
  const named = callers.length === serviceNames.length ? [] : callers
  test('when a service is named as a caller then its code calls it', () => {
    expect(named.filter((caller) => !callsRoute(caller, route))).toEqual([])
  })

  test('when a service signs it then permitted callers are let in, and the others get a 403', async () => {
    for (const name of serviceNames) {
      const { status } = await ask(route, `Bearer ${token({ iss: name }, keys()[name].privateKey)}`)
      const isIn = status !== 401 && status !== 403
      expect([name, isIn ? 'in' : status]).toEqual([name, callers.includes(name) ? 'in' : 403])
    }
  })

  test('when it is called through the gateway then it is a 404, however it is written, signed or not', async () => {
    const { method, path } = route
    const rest = path.slice('/internal'.length)
    const ways = [
      path,
      `/api${path}`,
      `/api/..${path}`,
      `/api/contacts/..${path}`,
      `/INTERNAL${rest}`,
      `/%69nternal${rest}`,
      `/internal%2f${rest.slice(1)}`,
      `//internal${rest}`,
      `/./internal${rest}`,
      `/api/%2e%2e${path}`,
      `/api%2f..${path}`,
      `/api/contacts;${path}`,
      `${path}/`,
      `/\\internal${rest}`,
    ]
    for (const way of ways) {
      for (const signature of ['', `Bearer ${token()}`]) {
        const { status } = await call(stack.baseUrl, method, way, {
          accept: 'application/json',
          authorization: signature,
        })
        expect([way, status]).toEqual([way, 404])
      }
    }
  })
})

test('when a public endpoint is called at the service itself then an internal token gives no access', async () => {
  for (const [key, { service, access }] of Object.entries(api)) {
    if (access === 'public') continue
    const [method = '', path = ''] = key.split(' ')
    const { privateKey } = stack.secrets.SERVICE_KEYS.order
    const authorization = `Bearer ${makeToken({ iss: 'order', aud: service }, privateKey)}`
    const { status } = await call(urlOf(service), method, path.replace(/:\w+/g, 'f0'.repeat(12)), {
      authorization,
    })
    expect([key, status]).toEqual([key, 401])
  }
})
