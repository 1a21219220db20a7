import { describe, expect, test } from 'vitest'
import { configSchema } from '../src/config.ts'

const pem = '-----BEGIN KEY-----'
const complete = {
  PORT: '3000',
  PUBLIC_URL: 'https://shop.test',
  MONGODB_URI: 'mongodb://mongo',
  AMQP_URL: 'amqp://rabbitmq',
  SESSION_PUBLIC_KEY: pem,
  SERVICE_PRIVATE_KEY: pem,
  SERVICE_PUBLIC_KEYS: '{}',
  AUTH_URL: 'http://auth:3000',
  CONSENT_URL: 'http://consent:3000',
}
const problemsOf = (over: object) =>
  configSchema.safeParse({ ...complete, ...over }).error?.issues.map(({ path }) => path.join('.')) ?? []

describe('the address service in the configuration of contact', () => {
  test.each([
    ['', 'https://apis.usps.com'],
    [undefined, 'https://apis.usps.com'],
    ['https://apis-tem.usps.com', 'https://apis-tem.usps.com'],
    ['http://stand-in:3000', 'http://stand-in:3000'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ])('when USPS_URL is %j then it is %s', (given, url) => {
    expect(configSchema.parse({ ...complete, USPS_URL: given }).USPS_URL).toBe(url)
  })

  test.each(['nonsense', 'http://apis.usps.com', 'http://[2001:db8::1]', 'https://apis.usps.com/addresses'])(
    'when USPS_URL is %s then the service does not start',
    (given) => expect(problemsOf({ USPS_URL: given })).toContain('USPS_URL'),
  )

  test('when only one of the credentials is set then the service does not start', () => {
    expect(problemsOf({ USPS_CLIENT_ID: 'key' })).toEqual(['USPS_CLIENT_SECRET'])
    expect(problemsOf({ USPS_CLIENT_SECRET: 'secret' })).toEqual(['USPS_CLIENT_SECRET'])
    expect(problemsOf({ USPS_CLIENT_ID: 'key', USPS_CLIENT_SECRET: 'secret' })).toEqual([])
    expect(problemsOf({ USPS_CLIENT_ID: '', USPS_CLIENT_SECRET: '' })).toEqual([])
  })
})
