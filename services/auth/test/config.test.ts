import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { configSchema } from '../src/config.ts'
import { keys } from './fixture.ts'

const complete = {
  PORT: '0',
  PUBLIC_URL: 'http://store.test',
  MONGODB_URI: 'mongodb://127.0.0.1',
  AMQP_URL: 'amqp://127.0.0.1',
  SESSION_PUBLIC_KEY: keys.public,
  SESSION_PRIVATE_KEY: keys.private.replaceAll('\n', '\\n'),
  SERVICE_PRIVATE_KEY: keys.private,
  SERVICE_PUBLIC_KEYS: JSON.stringify({ order: keys.public }),
  ADMIN_PASSWORD: 'prankmaster',
  ORDER_URL: 'http://order.test',
  SUBSCRIPTION_URL: 'http://subscription.test',
  SUPPORT_URL: 'http://support.test',
  NOTIFICATION_URL: 'http://notification.test',
  CATALOG_URL: 'http://catalog.test',
}
const problemsOf = (over: Record<string, string | undefined>) =>
  configSchema.safeParse({ ...complete, ...over }).error?.issues.map(({ path }) => path.join('.')) ?? []

describe('the configuration of auth', () => {
  test('when it is complete then limits have the documented defaults', () => {
    const config = configSchema.parse(complete)
    expect([config.LOGIN_FAILURE_LIMIT, config.REGISTRATION_LIMIT]).toEqual([20, 30])
    expect([config.MAIL_LIMIT, config.FORGOT_PASSWORD_LIMIT, config.ADMIN_FAILURE_LIMIT]).toEqual([
      5, 20, 200,
    ])
    expect(configSchema.parse({ ...complete, LOGIN_FAILURE_LIMIT: '7' }).LOGIN_FAILURE_LIMIT).toBe(7)
  })

  test('when the admin password is short then it does not start, and without one it does', () => {
    for (const none of [undefined, '']) expect(problemsOf({ ADMIN_PASSWORD: none })).toEqual([])
    expect(problemsOf({ ADMIN_PASSWORD: '  1234567  ' })).toEqual(['ADMIN_PASSWORD'])
  })

  test('when the private key does not match the public one then it does not start', () => {
    const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const pem = stranger.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    expect(problemsOf({ SESSION_PRIVATE_KEY: pem })).toEqual(['SESSION_PRIVATE_KEY'])
  })
})
