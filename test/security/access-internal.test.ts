import { Agent, request } from 'node:http'
import { api, errorAnswer, type ServiceName, serviceNames } from '@prankpost/contracts'
import { type SharedStack, sharedStack } from '@prankpost/test-harness'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
})

const agent = new Agent({ keepAlive: true })
afterAll(() => agent.destroy())

/** Calls an address exactly as written. */
const call = (base: string, method: string, path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { hostname, port } = new URL(base)
    const outgoing = request({ hostname, port, method, path, agent, headers }, async (response) => {
      let text = ''
      for await (const chunk of response) text += chunk
      resolve({ status: response.statusCode ?? 0, text })
    })
    outgoing.on('error', reject).end()
  })
const urlOf = (service: string) => stack.processes.find(({ spec }) => spec.name === service)?.spec.url ?? ''
const ask = async ({ service, method, path }: (typeof routes)[number], authorization?: string) =>
  call(urlOf(service), method, path, authorization === undefined ? {} : { authorization })

const keys = () => stack.secrets.SERVICE_KEYS
const tokenFrom = (iss: ServiceName, service: string, claims: object = {}) =>
  makeToken({ iss, aud: service, ...claims }, keys()[iss].privateKey)

// A service checks the tokens of all its routes with the same code.
test.each(routes.filter(({ service }, n) => routes.findIndex((one) => one.service === service) === n))(
  '$name: when the call is not signed, or badly, then it is a 401 that reveals nothing',
  async (route) => {
    const { service } = route
    const [from = 'auth'] = route.callers
    const other = serviceNames.find((name) => name !== from && name !== service) ?? 'support'
    const { privateKey, publicKey } = keys()[from]
    const whole = { iss: from, aud: service }
    const token = (claims: object = {}) => tokenFrom(from, service, claims)
    const bad = {
      'no token': undefined,
      nonsense: 'Bearer nonsense',
      'another scheme': `Basic ${Buffer.from('auth:auth').toString('base64')}`,
      'no signature': `Bearer ${token().replace(/[^.]+$/, '')}`,
      'no algorithm': `Bearer ${makeToken(whole, '', 'none')}`,
      'a public key as a secret': `Bearer ${makeToken(whole, publicKey, 'HS256')}`,
      'another audience': `Bearer ${token({ aud: other })}`,
      'run out': `Bearer ${token({ exp: Math.floor(Date.now() / 1000) - 70 })}`,
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
  },
)

test.each(routes)(
  '$name: when services call it then the named ones are let in, their code calls it, and an unsigned call is a 401',
  async (route) => {
    const { service, callers } = route
    // Every service may verify the operator's password, even if it has no endpoints for the operator.
    const named = callers.length === serviceNames.length ? [] : callers
    expect(named.filter((caller) => !callsRoute(caller, route))).toEqual([])
    expect((await ask(route)).status).toBe(401)
    for (const name of serviceNames) {
      const { status } = await ask(route, `Bearer ${tokenFrom(name, service)}`)
      const isIn = status !== 401 && status !== 403
      expect([name, isIn ? 'in' : status]).toEqual([name, callers.includes(name) ? 'in' : 403])
    }
  },
)

/** Ways to write the address of an internal route. */
const waysTo = (path: string) => {
  const rest = path.slice('/internal'.length)
  return [
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
}

test('when an internal route is called through the gateway then it is a 404, however it is written, signed or not', async () => {
  for (const [n, { service, method, path, callers }] of routes.entries()) {
    const authorization = `Bearer ${tokenFrom(callers[0] ?? 'auth', service)}`
    // The gateway knows none of the routes: all ways are tried with one.
    for (const way of n === 0 ? waysTo(path) : [path, `/api${path}`]) {
      for (const signature of n === 0 ? ['', authorization] : [authorization]) {
        const { status } = await call(stack.baseUrl, method, way, {
          accept: 'application/json',
          authorization: signature,
        })
        expect([way, status]).toEqual([way, 404])
      }
    }
  }
})

test('when an endpoint of the gateway is called at the service itself then an internal token gives no access', async () => {
  const all = Object.entries(api).map(([key, { service, access }]) => ({ key, service, access }))
  // A service checks the access of all its endpoints of a kind with the same code.
  const kinds = new Map(all.map((one) => [`${one.service} ${one.access}`, one]))
  for (const { key, service, access } of kinds.values()) {
    if (access === 'public') continue
    const [method = '', path = ''] = key.split(' ')
    const authorization = `Bearer ${tokenFrom('order', service)}`
    const { status } = await call(urlOf(service), method, path.replace(/:\w+/g, 'f0'.repeat(12)), {
      authorization,
    })
    expect([key, status]).toEqual([key, 401])
  }
})
