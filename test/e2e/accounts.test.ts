import { api, customerServices, sessionCookie } from '@prankpost/contracts'
import { type SharedStack, sharedStack, until } from '@prankpost/test-harness'
import { beforeAll, describe, expect, test } from 'vitest'
import { mailsTo, tokensTo } from '../support/mails.ts'
import { Shopper } from '../support/shopper.ts'

let stack: SharedStack
beforeAll(async () => {
  stack = await sharedStack()
})

/** One endpoint for customers of each service, with ids that do not exist. */
const endpoints = ['auth', ...customerServices].map((service) => {
  const [key = ''] =
    Object.entries(api).find(([, one]) => one.service === service && one.access === 'customer') ?? []
  const [method = '', path = ''] = key.split(' ')
  return { service, method, path: path.replace(/:\w+/g, 'f'.repeat(24)) }
})

/** The services that accept the copied cookie as a session. */
async function lettingIn(cookie: string): Promise<string[]> {
  const answers = await Promise.all(
    endpoints.map(async ({ service, method, path }) => {
      const { status } = await fetch(stack.baseUrl + path, { method, headers: { cookie } })
      return { service, status }
    }),
  )
  return answers.filter(({ status }) => status !== 401).map(({ service }) => service)
}
const everybody = endpoints.map(({ service }) => service)

const logIn = (shopper: Shopper, email: string, password: string) =>
  shopper.call('POST', '/api/auth/login', { email, password })

describe('a session', () => {
  test('when a customer signs out then a copy of the cookie is void at every service', async () => {
    const shopper = await new Shopper(stack).signUp()
    const { cookie } = shopper
    expect(await lettingIn(cookie)).toEqual(everybody)
    expect((await shopper.call('POST', '/api/auth/logout')).status).toBe(200)
    expect(await lettingIn(cookie)).not.toContain('auth')
    await until(async () => (await lettingIn(cookie)).length === 0)
    // Sent again with the copy: there is nothing to end, and it does not fail.
    const again = await fetch(`${stack.baseUrl}/api/auth/logout`, { method: 'POST', headers: { cookie } })
    expect(again.status).toBe(200)
  })

  test('when a customer signs in again then the previous session is void everywhere, and other devices stay signed in', async () => {
    const laptop = await new Shopper(stack).signUp()
    const phone = new Shopper(stack)
    await logIn(phone, laptop.email, 'correct horse')
    const before = laptop.cookie
    await logIn(laptop, laptop.email, 'correct horse')
    expect(laptop.cookie).not.toBe(before)
    expect(laptop.cookie).toMatch(new RegExp(`^${sessionCookie}=.`))
    await until(async () => (await lettingIn(before)).length === 0)
    expect(await lettingIn(laptop.cookie)).toEqual(everybody)
    expect(await lettingIn(phone.cookie)).toEqual(everybody)
  })
})

describe('a forgotten password', () => {
  test('when a new one is set by the mailed link then old sessions, links and password are void', async () => {
    const shopper = await new Shopper(stack).signUp()
    const stolen = shopper.cookie
    const forget = () => shopper.call('POST', '/api/auth/forgot-password', { email: shopper.email })
    await forget()
    await until(async () => (await tokensTo(stack, shopper.email, 'reset-password')).length === 1)
    await forget()
    const tokens = await until(async () => {
      const found = await tokensTo(stack, shopper.email, 'reset-password')
      return found.length === 2 ? found : null
    })
    const reset = (token: string | undefined, password: string) =>
      shopper.call('POST', '/api/auth/reset-password', { token, password })
    expect((await reset(tokens[0], 'another horse')).status).toBe(200)

    expect(await lettingIn(stolen)).not.toContain('auth')
    await until(async () => (await lettingIn(stolen)).length === 0)
    const used = await Promise.all(tokens.map((token) => reset(token, 'stolen horse')))
    expect(used.map(({ status, body }) => [status, body.code])).toEqual([
      [400, 'invalid'],
      [400, 'invalid'],
    ])
    expect((await logIn(new Shopper(stack), shopper.email, 'correct horse')).status).toBe(401)

    const signedIn = new Shopper(stack)
    expect((await logIn(signedIn, shopper.email, 'another horse')).status).toBe(200)
    expect(await lettingIn(signedIn.cookie)).toEqual(everybody)
    const state = await signedIn.call('GET', '/api/auth/email-verification')
    expect(state.body).toEqual({ email: shopper.email, verified: true })
    await until(async () => {
      const mails = await mailsTo(stack, shopper.email)
      return mails.some(({ subject }) => subject.startsWith('Your password was changed'))
    })
  })
})
