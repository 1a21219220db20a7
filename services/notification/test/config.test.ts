import { describe, expect, test } from 'vitest'
import { configSchema } from '../src/config.ts'

const own = configSchema.pick({ SMTP_URL: true, MAIL_FROM: true })
const complete = {
  SMTP_URL: 'smtps://user:password@mail.test:465',
  MAIL_FROM: 'PrankPost <hello@prankpost.test>',
}
const problemsOf = (over: object) =>
  own.safeParse({ ...complete, ...over }).error?.issues.map(({ path }) => path.join('.')) ?? []

describe('the configuration of notification', () => {
  test('when it contains a mail server and a sender then it is complete', () => {
    expect(problemsOf({})).toEqual([])
    expect(problemsOf({ SMTP_URL: 'smtp://127.0.0.1:1025', MAIL_FROM: 'hello@prankpost.test' })).toEqual([])
    expect(problemsOf({ SMTP_URL: 'smtp://mail-catcher:1025' })).toEqual([])
    expect(problemsOf({ SMTP_URL: 'smtp://mail.test:587?requireTLS=true' })).toEqual([])
  })

  test.each([
    ['SMTP_URL', undefined],
    ['SMTP_URL', 'http://mail.test'],
    ['SMTP_URL', 'smtp://mail.test:25'],
    ['MAIL_FROM', undefined],
    ['MAIL_FROM', 'PrankPost'],
    ['MAIL_FROM', 'PrankPost <hello@prankpost.test>\r\nBcc: all@example.com'],
  ])('when %s is %j then it does not start, and the value is not repeated', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([name])
  })
})
