import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { sendDigest } from '../src/use-cases/send-digest.ts'
import { operator, startFixture } from './fixture.ts'
import { readMail } from './read-mail.ts'

const fixture = await startFixture()
const { deps, postOffice, shop, mails } = fixture
afterAll(() => fixture.close())

const busy = {
  fulfilment: { toSend: 12, overdue: 1, held: 2 },
  order: { disputes: 1, failedRefunds: 2 },
  catalog: {
    low: [
      { name: 'Potato & <b>Friends</b>', left: 0 },
      { name: 'Glitter', left: 3 },
    ],
  },
  support: { unanswered: 4 },
  consent: { openCases: 1 },
}
const quiet = {
  fulfilment: { toSend: 0, overdue: 0, held: 0 },
  order: { disputes: 0, failedRefunds: 0 },
  catalog: { low: [] },
  support: { unanswered: 0 },
  consent: { openCases: 0 },
}
beforeEach(() => {
  shop.digest = busy
})

const sent = () => postOffice.to(operator).map(({ raw }) => readMail(raw))
const at = (time: string) => new Date(`2027-03-${time}:00Z`)
const statusOf = async (day: string) => (await mails.findOne({ _id: `digest-2027-03-${day}` }).lean())?.status

describe('the digest', () => {
  test('when two replicas check at once, and again, then one mail has the figures, and none before its hour', async () => {
    const replica = await fixture.replica()
    await sendDigest(deps, at('04T11:59'))
    expect(sent()).toEqual([])
    for (let n = 0; n < 2; n++) {
      await Promise.all([deps, replica.deps].map((one) => sendDigest(one, at('04T12:00'))))
    }
    const [mail, ...others] = sent()
    expect(others).toEqual([])
    expect(mail?.subject).toBe(
      'Good morning: 12 to send, 1 overdue, 2 held, 1 in dispute, 2 refunds failed, 2 low in stock, 4 unanswered, 1 reported',
    )
    const facts = [
      'March 4, 2027',
      '12 parcels',
      '1 parcel',
      '2 parcels',
      '1 dispute',
      '2 refunds',
      '4 messages',
      '1 open case',
    ]
    const low = 'Potato & <b>Friends</b> (sold out), Glitter (3)'
    for (const form of [mail?.text, mail?.htmlText]) {
      for (const fact of [...facts, low]) expect(form).toContain(fact)
      expect(form).not.toContain('unknown')
    }
    expect(mail?.textLinks).toEqual(['http://store.test/admin'])
    expect(await statusOf('04')).toBe('sent')
    await replica.close()
  })

  test('when its hour is in the evening then it is sent up to 6 hours later, as the digest of that day', async () => {
    const before = sent().length
    const evening = { ...deps, digestHour: 20 }
    for (const time of ['14T19:59', '15T02:01']) await sendDigest(evening, at(time))
    expect(sent()).toHaveLength(before)
    for (const time of ['15T02:00', '15T01:00']) await sendDigest(evening, at(time))
    expect(sent()).toHaveLength(before + 1)
    expect([await statusOf('14'), await statusOf('15')]).toEqual(['sent', undefined])
    await sendDigest(evening, at('15T20:00'))
    expect(await statusOf('15')).toBe('sent')
  })

  test('when a service does not answer, then its figures are unknown, and the mail is sent all the same', async () => {
    const before = sent().length
    shop.digest = { ...quiet, order: null }
    await sendDigest(deps, at('05T13:00'))
    const mail = sent()[before]
    expect(mail?.subject).toBe('Good morning: some figures are unknown')
    expect(mail?.text).toMatch(/To send: none\n.*Open disputes: unknown\nFailed refunds: unknown/s)
    expect(mail?.text).toContain('gave no answer')
  })

  test('when nothing waits, it is too late, it is off, or there is no address, then nothing is sent', async () => {
    const before = sent().length
    await sendDigest(deps, at('06T18:01'))
    // An earlier version of fulfilment does not count what is held.
    shop.digest = { ...quiet, fulfilment: { toSend: 0, overdue: 0 } }
    await sendDigest(deps, at('06T12:00'))
    expect(await statusOf('06')).toBe('not-needed')
    shop.digest = busy
    await sendDigest(deps, at('06T12:01'))
    await sendDigest({ ...deps, digestHour: null }, at('07T12:00'))
    await sendDigest({ ...deps, operatorEmail: null }, at('07T12:00'))
    expect([sent().length, await statusOf('07')]).toEqual([before, undefined])
  })

  test('when the mail server is down, then a later round sends it; what it refuses is not repeated', async () => {
    const before = sent().length
    postOffice.answers.mail = 451
    await expect(sendDigest(deps, at('08T12:00'))).rejects.toThrow()
    postOffice.answers.mail = null
    await sendDigest(deps, at('08T12:01'))
    expect(sent()).toHaveLength(before + 1)
    postOffice.answers.mail = 550
    for (let n = 0; n < 2; n++) await sendDigest(deps, at('09T12:00'))
    postOffice.answers.mail = null
    await sendDigest(deps, at('09T12:01'))
    expect([sent().length, await statusOf('09')]).toEqual([before + 1, 'refused'])
  })
})
