import { sweepExpired } from '@prankpost/local-stack'
import { until } from '@prankpost/test-harness'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { linkRequested, passwordChanged, startFixture } from './fixture.ts'

const fixture = await startFixture()
const { postOffice, auth } = fixture
afterAll(() => fixture.close())
beforeEach(() => {
  postOffice.answers.receiver = null
  postOffice.answers.mail = null
  postOffice.answers.before = async () => undefined
  postOffice.answers.isStrict = false
  auth.isUnavailable = false
})

/** The text of a mail, decoded from quoted-printable. */
const decodedText = (raw: string) =>
  raw
    .replace(/=\r\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString())
const sentTo = async (address: string, count = 1) => {
  const mails = await until(() => (postOffice.to(address).length >= count ? postOffice.to(address) : null))
  expect(mails).toHaveLength(count)
  return mails[0] as (typeof mails)[number]
}

describe('a mail with a link', () => {
  test('when it is to verify an address then it says so, with the link and its expiry', async () => {
    const pat = fixture.customer('Pat & "Co" <b>')
    const event = linkRequested(pat.id)
    expect(await fixture.deliver(event)).toBeNull()
    const mail = await sentTo(pat.email)
    expect(mail.subject).toBe('Please verify your email address')
    const raw = decodedText(mail.raw)
    const link = `http://store.test/verify-email#token=the-secret-of-${pat.id}`
    for (const part of [
      'From: Order Desk <hello@prankpost.test>',
      'Auto-Submitted: auto-generated',
      link,
      'The link works until March 4, 2027 at 2:05',
      'You can ignore this mail: nothing happens.',
      'Hello,</p>',
      `<a href="${link}"`,
      'X-Mail-Kind: verify-email',
    ]) {
      expect(raw).toContain(part)
    }
    // The person who entered another person's address could have chosen any name.
    expect(raw).not.toContain('Pat')
  })

  test('when it is to set a password then it says what to do if another person requested it', async () => {
    const pat = fixture.customer()
    await fixture.deliver(linkRequested(pat.id, 'reset-password'))
    const mail = await sentTo(pat.email)
    expect(mail.subject).toBe('Set a new password')
    expect(decodedText(mail.raw)).toContain('It was not you? You can ignore this mail')
    expect(decodedText(mail.raw)).toContain(`/reset-password#token=the-secret-of-${pat.id}`)
    expect(decodedText(mail.raw)).not.toContain('removed')
  })

  test('when it is to set the password of an unverified account then it warns that saved data is removed', async () => {
    const pat = fixture.customer()
    auth.unverified.add(pat.id)
    await fixture.deliver(linkRequested(pat.id, 'reset-password'))
    const raw = decodedText((await sentTo(pat.email)).raw)
    expect(raw).toContain(
      'everything that was saved in the account is removed: targets, history and a running plan.',
    )
    expect(raw).toContain('Parcels that were paid for are still sent.')
  })

  test('when it was sent then user, kind and time are stored, but neither address nor link', async () => {
    const pat = fixture.customer()
    const event = linkRequested(pat.id)
    await fixture.deliver(event)
    const kept = await fixture.mailOf(event)
    expect(kept).toMatchObject({ userId: pat.id, kind: 'verify-email', status: 'sent' })
    expect(kept?.settledAt).toBeInstanceOf(Date)
    expect(JSON.stringify(kept)).not.toMatch(/customers\.test|secret|token/)
    expect((await sentTo(pat.email)).messageId).toBe(`<${event.id}@prankpost.test>`)
  })

  test('when it is no longer needed then nothing is sent, now or later', async () => {
    const pat = fixture.customer()
    auth.settled.add(pat.id)
    const event = linkRequested(pat.id)
    expect(await fixture.deliver(event)).toBeNull()
    auth.settled.delete(pat.id)
    await fixture.deliver(event)
    expect(await fixture.mailOf(event)).toMatchObject({ status: 'not-needed' })
    expect(postOffice.to(pat.email)).toEqual([])
  })
})

describe('the mail about a new password', () => {
  test('when the password was changed then it says when, and what to do if another person did it', async () => {
    const pat = fixture.customer()
    await fixture.deliver(passwordChanged(pat.id))
    const mail = await sentTo(pat.email)
    expect(mail.subject).toBe('Your password was changed')
    expect(decodedText(mail.raw)).toContain('was changed on March 4, 2027 at 2:05')
    expect(decodedText(mail.raw)).toContain('http://store.test/support')
    expect(decodedText(mail.raw)).toContain('Hello Pat,')
  })

  test('when the account was deleted meanwhile then nothing is sent', async () => {
    const event = passwordChanged('f'.repeat(24))
    expect(await fixture.deliver(event)).toBeNull()
    expect(await fixture.mailOf(event)).toMatchObject({ status: 'not-needed' })
  })
})

describe('sending each mail once', () => {
  test('when the same event is delivered again then nothing is sent', async () => {
    const pat = fixture.customer()
    const event = linkRequested(pat.id)
    for (let i = 0; i < 3; i++) expect(await fixture.deliver(event)).toBeNull()
    await sentTo(pat.email)
  })

  test('when copies reach two replicas at once then one sends it, and the other tries again later', async () => {
    const replicas = await Promise.all([fixture.replica(), fixture.replica()])
    const pat = fixture.customer()
    const event = linkRequested(pat.id)
    const { promise: accepted, resolve: accept } = Promise.withResolvers<void>()
    postOffice.answers.before = () => accepted
    const copy = { ...event, data: event.data } as never
    const reasons: string[] = []
    const handled = [...replicas, ...replicas].map(({ handlers }) =>
      handlers['mail-link-requested'](copy).catch((error: Error) => void reasons.push(error.message)),
    )
    await until(() => reasons.length === 3)
    accept()
    await Promise.all(handled)
    expect(reasons).toEqual(Array(3).fill('another process is sending this mail'))
    for (const { handlers } of replicas) await handlers['mail-link-requested'](copy)
    await sentTo(pat.email)
    for (const replica of replicas) await replica.close()
  })

  test('when a process was stopped for longer than its claim and another sent the mail then it sends nothing', async () => {
    const [slow, other] = await Promise.all([fixture.replica(), fixture.replica()])
    const pat = fixture.customer()
    const event = linkRequested(pat.id)
    const copy = { ...event, data: event.data } as never
    const { promise: resumed, resolve: resume } = Promise.withResolvers<void>()
    auth.before = () => resumed
    const asked = auth.asked.length
    const late = slow.handlers['mail-link-requested'](copy).catch((error: Error) => error)
    await until(() => auth.asked.length > asked)
    auth.before = async () => undefined
    await fixture.mails.updateOne({ _id: event.id }, { $set: { claimedUntil: new Date(0) } })
    await other.handlers['mail-link-requested'](copy)
    resume()
    expect(await late).toMatchObject({ name: 'NotYet' })
    await slow.handlers['mail-link-requested'](copy)
    await sentTo(pat.email)
    expect(await fixture.mailOf(event)).toMatchObject({ status: 'sent' })
    for (const replica of [slow, other]) await replica.close()
  })

  test('when a process died after the server accepted the mail and before recording it then it is sent again with the same Message-ID', async () => {
    const pat = fixture.customer()
    const event = linkRequested(pat.id)
    await fixture.deliver(event)
    // The state that the dead process leaves, with an expired claim.
    await fixture.mails.updateOne(
      { _id: event.id },
      { $set: { status: 'sending', claimedUntil: new Date(Date.now() - 10_000) } },
    )
    expect(await fixture.deliver(event)).toBeNull()
    const mails = postOffice.to(pat.email)
    expect(mails.map(({ messageId }) => messageId)).toEqual(Array(2).fill(`<${event.id}@prankpost.test>`))
    expect(await fixture.mailOf(event)).toMatchObject({ status: 'sent' })
  })

  test('when the result cannot be recorded then it is recorded later, and no second mail is sent', async () => {
    const pat = fixture.customer()
    const event = linkRequested(pat.id)
    const updateOne = fixture.mails.updateOne.bind(fixture.mails)
    let failures = 0
    fixture.mails.updateOne = ((...args: Parameters<typeof updateOne>) => {
      const isRecord = JSON.stringify(args[1]).includes('"sent"')
      if (!isRecord || ++failures > 2) return updateOne(...args)
      const error = Object.assign(new Error('the database is unavailable'), { name: 'MongoNetworkError' })
      return Promise.reject(error) as never
    }) as typeof fixture.mails.updateOne
    try {
      await fixture.deliver(event)
      await until(async () => (await fixture.mailOf(event))?.status === 'sent')
    } finally {
      fixture.mails.updateOne = updateOne as typeof fixture.mails.updateOne
    }
    expect(failures).toBe(3)
    await sentTo(pat.email)
  })
})

describe('an outage', () => {
  test('when the mail server is unavailable then the mail is tried again and sent once it is back', async () => {
    const pat = fixture.customer()
    const event = linkRequested(pat.id)
    await postOffice.close()
    expect((await fixture.deliver(event))?.message).toMatch(/^the mail server is unavailable \(E\w+\)$/)
    await postOffice.reopen()
    await sentTo(pat.email)
    await until(async () => (await fixture.mailOf(event))?.status === 'sent')
    expect(await fixture.deadLetters()).toEqual([])
  })

  test('when auth is unavailable then the mail is tried again and sent once it is back', async () => {
    const pat = fixture.customer()
    auth.isUnavailable = true
    const event = linkRequested(pat.id)
    expect(await fixture.deliver(event)).toMatchObject({ code: 'unavailable' })
    auth.isUnavailable = false
    await sentTo(pat.email)
  })

  test('when the mail server reports that it is closing then the mail is tried again', async () => {
    const pat = fixture.customer()
    postOffice.answers.mail = 421
    expect((await fixture.deliver(linkRequested(pat.id)))?.message).toMatch(/^the mail server is unavailable/)
    postOffice.answers.mail = null
    await sentTo(pat.email)
  })

  test('when the password for the mail server is wrong then the mail ends as a dead letter that says so, and a replay sends it', async () => {
    const pat = fixture.customer()
    const event = linkRequested(pat.id)
    // Connections that are already authenticated would still be served.
    await postOffice.close()
    await postOffice.reopen()
    postOffice.answers.isStrict = true
    await fixture.deliver(event)
    const content = await until(async () => {
      await fixture.expireRetries()
      return (await fixture.deadLetters()).find(({ id }) => id === event.id)
    })
    expect(content.reason).toBe(
      'Error: the mail server does not accept user name and password (EAUTH 535): check SMTP_URL',
    )
    expect(content.failures).toBe(18)
    expect(JSON.stringify(content)).not.toMatch(/customers\.test|secret/)

    postOffice.answers.isStrict = false
    const body = { event: 'mail-link-requested', ids: [event.id] }
    await fixture.operator('POST', '/api/admin/dead-letters/notification/replay', body)
    await sentTo(pat.email)
  })
})

describe('when the mail server does not accept a mail', () => {
  test('when it rejects it temporarily then it is tried again', async () => {
    const pat = fixture.customer()
    postOffice.answers.receiver = 451
    const outcome = await fixture.deliver(linkRequested(pat.id))
    expect(String(outcome)).toBe('Error: the mail server puts this mail off (EENVELOPE 451)')
    postOffice.answers.receiver = null
    await sentTo(pat.email)
  })

  test.each(['receiver', 'mail'] as const)(
    'when it rejects the %s permanently then it is a dead letter without the address, and a replay sends it',
    async (what) => {
      const pat = fixture.customer()
      const event = linkRequested(pat.id)
      postOffice.answers[what] = 550
      expect(String(await fixture.deliver(event))).toMatch(
        /^Poison: the mail server refuses this mail \(E\w+ 550\)$/,
      )
      const content = await until(async () => (await fixture.deadLetters()).find(({ id }) => id === event.id))
      expect(JSON.stringify(content)).not.toMatch(/customers\.test|example\.com|secret/)
      expect(await fixture.mailOf(event)).toMatchObject({ status: 'refused' })

      postOffice.answers[what] = null
      const shown = await fixture.operator('GET', '/api/admin/dead-letters/notification')
      expect(shown.body.items.map(({ id }: { id: string }) => id)).toContain(event.id)
      const body = { event: 'mail-link-requested', ids: [event.id] }
      await fixture.operator('POST', '/api/admin/dead-letters/notification/replay', body)
      await sentTo(pat.email)
      await until(async () => (await fixture.mailOf(event))?.status === 'sent')
    },
  )
})

describe('the records of mails', () => {
  test('when a record is 400 days old then it is deleted by a TTL index', async () => {
    const [old, recent] = [linkRequested(fixture.customer().id), linkRequested(fixture.customer().id)]
    await fixture.deliver(old)
    await fixture.deliver(recent)
    const longAgo = new Date(Date.now() - 401 * 86_400_000)
    await fixture.mails.updateOne({ _id: old.id }, { $set: { at: longAgo } })
    await sweepExpired(fixture.mails.db.getClient(), fixture.mails.db.name)
    expect([await fixture.mailOf(old), await fixture.mailOf(recent)]).toEqual([null, expect.anything()])
    const plan = await fixture.mails.find({ at: { $lt: longAgo } }).explain('queryPlanner')
    expect(JSON.stringify(plan)).not.toContain('COLLSCAN')
  })
})
