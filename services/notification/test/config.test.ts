import { describe, expect, test } from 'vitest'
import { configSchema } from '../src/config.ts'

const own = configSchema.pick({ SMTP_URL: true, MAIL_FROM: true, OPERATOR_EMAIL: true, DIGEST_AT: true })
const complete = {
  SMTP_URL: 'smtps://user:password@mail.test:465',
  MAIL_FROM: 'Order Desk <hello@prankpost.test>',
}
const problemsOf = (over: object) =>
  own.safeParse({ ...complete, ...over }).error?.issues.map(({ path }) => path.join('.')) ?? []

describe('the configuration of notification', () => {
  test('when it contains a mail server and a sender then it is complete', () => {
    expect(problemsOf({})).toEqual([])
    expect(problemsOf({ SMTP_URL: 'smtp://127.0.0.1:1025', MAIL_FROM: 'hello@desk.test' })).toEqual([])
    expect(problemsOf({ SMTP_URL: 'smtp://mail-catcher:1025' })).toEqual([])
    expect(problemsOf({ SMTP_URL: 'smtp://mail.test:587?requireTLS=true' })).toEqual([])
  })

  test.each([
    ['SMTP_URL', undefined],
    ['SMTP_URL', 'http://mail.test'],
    ['SMTP_URL', 'smtp://mail.test:25'],
    ['MAIL_FROM', undefined],
    ['MAIL_FROM', 'Order Desk'],
    ['MAIL_FROM', 'Order Desk <hello@prankpost.test>\r\nBcc: all@example.com'],
    ['OPERATOR_EMAIL', 'operator'],
    ['DIGEST_AT', '24'],
  ])('when %s is %j then it does not start, and the value is not repeated', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([name])
  })

  test.each(['PrankPost <hello@desk.test>', '"The PRANKS" <hello@desk.test>', 'hello@prankpost.test'])(
    'when the inbox would show the sender %s then it does not start',
    (sender) => expect(problemsOf({ MAIL_FROM: sender })).toEqual(['MAIL_FROM']),
  )

  test('when no address of the operator is set then it starts without', () => {
    expect(own.parse(complete).OPERATOR_EMAIL).toBe('')
    expect(problemsOf({ OPERATOR_EMAIL: '' })).toEqual([])
  })
})
