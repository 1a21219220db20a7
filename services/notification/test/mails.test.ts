import { sweepExpired } from '@prankpost/local-stack'
import { until } from '@prankpost/messaging/testing'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { adminPassword, linkRequested, passwordChanged, startFixture } from './fixture.ts'

const fixture = await startFixture()
const { postOffice, auth } = fixture
afterAll(() => fixture.close())
beforeEach(() => {
  postOffice.answers.receiver = null
  postOffice.answers.mail = null
  postOffice.answers.before = async () => undefined
  postOffice.answers.isStrict = false
  auth.isAway = false
})

/** A mail's own words, whatever its encoding for the way. */
const words = (raw: string) =>
  raw
    .replace(/=\r\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('=', ''), 'hex').toString())
const sentTo = async (address: string, count = 1) => {
  const mails = await until(() => (postOffice.to(address).length >= count ? postOffice.to(address) : null))
  expect(mails).toHaveLength(count)
  return mails[0] as (typeof mails)[number]
}

describe('a mail with a link', () => {
  test('when it is to verify an address then it says so, with the link and until when it works', async () => {
    const pat = fixture.customer('Pat & "Co" <b>')
    const event = linkRequested(pat.id)
    expect(await fixture.deliver(event)).toBeNull()
    const mail = await sentTo(pat.email)
    expect(mail.subject).toBe('Please verify your email address (PrankPost)')
    const raw = words(mail.raw)
    const link = `http://store.test/verify-email#token=the-secret-of-${pat.id}`
    for (const part of [
      'From: PrankPost <hello@prankpost.test>',
      'Auto-Submitted: auto-generated',
      link,
      'The link works until March 4, 2027 at 2:05',
      'Leave this mail alone and nothing happens.',
      '<p>Hello,</p>',
      `<a href="${link}">${link}</a>`,
    ]) {
      expect(raw).toContain(part)
    }
    // Whoever typed a stranger's address could have written anything as a name.
    expect(raw).not.toContain('Pat')
  })

  test('when it is to set a password then it says what to do if it was somebody else', async () => {
    const pat = fixture.customer()
    await fixture.deliver(linkRequested(pat.id, 'reset-password'))
    const mail = await sentTo(pat.email)
    expect(mail.subject).toBe('Set a new password (PrankPost)')
    expect(words(mail.raw)).toContain('It was not you? Then leave this mail alone')
    expect(words(mail.raw)).toContain(`/reset-password#token=the-secret-of-${pat.id}`)
    expect(words(mail.raw)).not.toContain('removed')
  })

  test('when it is to set the password of a never verified account then it warns that what was saved is removed', async () => {
    const pat = fixture.customer()
    auth.unverified.add(pat.id)
    await fixture.deliver(linkRequested(pat.id, 'reset-password'))
    const raw = words((await sentTo(pat.email)).raw)
    expect(raw).toContain(
      'everything that was saved in the account is removed: targets, history and a running plan.',
    )
    expect(raw).toContain('Parcels that were paid for are still sent.')
  })

  test('when it was sent then it is known to whom, what and when, and neither address nor link is kept', async () => {
    const pat = fixture.customer()
    const event = linkRequested(pat.id)
    await fixture.deliver(event)
    const kept = await fixture.mailOf(event)
    expect(kept).toMatchObject({ userId: pat.id, kind: 'verify-email', status: 'sent' })
    expect(kept?.settledAt).toBeInstanceOf(Date)
    expect(JSON.stringify(kept)).not.toMatch(/customers\.test|secret|token/)
    expect((await sentTo(pat.email)).messageId).toBe(`<${event.id}@prankpost.test>`)
  })

  test('when it has no use any more then nothing is sent, now or later', async () => {
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
  test('when the password was changed then it says when, and what to do if it was somebody else', async () => {
    const pat = fixture.customer()
    await fixture.deliver(passwordChanged(pat.id))
    const mail = await sentTo(pat.email)
    expect(mail.subject).toBe('Your password was changed (PrankPost)')
    expect(words(mail.raw)).toContain('was changed on March 4, 2027 at 2:05')
    expect(words(mail.raw)).toContain('http://store.test/support')
    expect(words(mail.raw)).toContain('Hello Pat,')
  })

  test('when the account is gone by then, then nothing is sent', async () => {
    const event = passwordChanged('f'.repeat(24))
    expect(await fixture.deliver(event)).toBeNull()
    expect(await fixture.mailOf(event)).toMatchObject({ status: 'not-needed' })
  })
})

describe('each mail once', () => {
  test('when the same event is delivered again then nothing is sent', async () => {
    const pat = fixture.customer()
    const event = linkRequested(pat.id)
    for (let i = 0; i < 3; i++) expect(await fixture.deliver(event)).toBeNull()
    await sentTo(pat.email)
  })

  test('when copies come to two replicas at once then one sends it, and the other looks again later', async () => {
    const replicas = await Promise.all([fixture.replica(), fixture.replica()])
    const pat = fixture.customer()
    const event = linkRequested(pat.id)
    postOffice.answers.before = () => new Promise((resolve) => setTimeout(resolve, 300))
    const copy = { ...event, data: event.data } as never
    const outcomes = await Promise.allSettled(
      [...replicas, ...replicas].map(({ handlers }) => handlers['mail-link-requested'](copy)),
    )
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(3)
    for (const { reason } of refused as PromiseRejectedResult[]) {
      expect(reason.message).toBe('another process is sending this mail')
    }
    for (const { handlers } of replicas) await handlers['mail-link-requested'](copy)
    await sentTo(pat.email)
    for (const replica of replicas) await replica.close()
  })

  test('when a process died after the yes and before its note then it goes out again, under the same Message-ID', async () => {
    const pat = fixture.customer()
    const event = linkRequested(pat.id)
    await fixture.deliver(event)
    // As the dead process would have left it, its claim run out.
    await fixture.mails.updateOne(
      { _id: event.id },
      { $set: { status: 'sending', claimedUntil: new Date() } },
    )
    expect(await fixture.deliver(event)).toBeNull()
    const mails = postOffice.to(pat.email)
    expect(mails.map(({ messageId }) => messageId)).toEqual(Array(2).fill(`<${event.id}@prankpost.test>`))
    expect(await fixture.mailOf(event)).toMatchObject({ status: 'sent' })
  })

  test('when the note cannot be written then it is made good, and no second mail goes out', async () => {
    const pat = fixture.customer()
    const event = linkRequested(pat.id)
    const updateOne = fixture.mails.updateOne.bind(fixture.mails)
    let failures = 0
    fixture.mails.updateOne = ((...args: Parameters<typeof updateOne>) => {
      const isNote = JSON.stringify(args[1]).includes('"sent"')
      if (!isNote || ++failures > 2) return updateOne(...args)
      const error = Object.assign(new Error('the database is away'), { name: 'MongoNetworkError' })
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

describe('when something is unavailable', () => {
  test('when it is the mail server then the mail is tried again and sent once it is back', async () => {
    const pat = fixture.customer()
    const event = linkRequested(pat.id)
    await postOffice.close()
    expect((await fixture.deliver(event))?.message).toMatch(/^the mail server is unavailable \(E\w+\)$/)
    await postOffice.reopen()
    await sentTo(pat.email)
    await until(async () => (await fixture.mailOf(event))?.status === 'sent')
    expect(await fixture.deadLetters()).toEqual([])
  })

  test('when it is auth then the mail is tried again and sent once it is back', async () => {
    const pat = fixture.customer()
    auth.isAway = true
    const event = linkRequested(pat.id)
    expect(await fixture.deliver(event)).toMatchObject({ code: 'unavailable' })
    auth.isAway = false
    await sentTo(pat.email)
  })

  test('when the mail server says that it closes then the mail is tried again', async () => {
    const pat = fixture.customer()
    postOffice.answers.mail = 421
    expect((await fixture.deliver(linkRequested(pat.id)))?.message).toMatch(/^the mail server is unavailable/)
    postOffice.answers.mail = null
    await sentTo(pat.email)
  })

  test('when the password for the mail server is wrong then the mail ends as a dead letter that says so, and a replay sends it', async () => {
    const pat = fixture.customer()
    const event = linkRequested(pat.id)
    // Connections that are signed in already would still be served.
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
    const headers = { 'x-admin-password': adminPassword }
    const body = { event: 'mail-link-requested', ids: [event.id] }
    await fixture.call('POST', '/api/admin/dead-letters/notification/replay', { headers, body })
    await sentTo(pat.email)
  })
})

describe('when the mail server does not want a mail', () => {
  test('when it puts it off then it is tried again', async () => {
    const pat = fixture.customer()
    postOffice.answers.receiver = 451
    const outcome = await fixture.deliver(linkRequested(pat.id))
    expect(String(outcome)).toBe('Error: the mail server puts this mail off (EENVELOPE 451)')
    postOffice.answers.receiver = null
    await sentTo(pat.email)
  })

  test.each(['receiver', 'mail'] as const)(
    'when it refuses the %s for good then it is a dead letter without the address, and a replay sends it',
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
      const headers = { 'x-admin-password': adminPassword }
      const shown = await fixture.call('GET', '/api/admin/dead-letters/notification', { headers })
      expect(shown.body.items.map(({ id }: { id: string }) => id)).toContain(event.id)
      const body = { event: 'mail-link-requested', ids: [event.id] }
      await fixture.call('POST', '/api/admin/dead-letters/notification/replay', { headers, body })
      await sentTo(pat.email)
      await until(async () => (await fixture.mailOf(event))?.status === 'sent')
    },
  )
})

describe('what is kept of mails', () => {
  test('when it is 400 days old then it is deleted, by an index', async () => {
    const [old, young] = [linkRequested(fixture.customer().id), linkRequested(fixture.customer().id)]
    await fixture.deliver(old)
    await fixture.deliver(young)
    const longAgo = new Date(Date.now() - 401 * 86_400_000)
    await fixture.mails.updateOne({ _id: old.id }, { $set: { at: longAgo } })
    await sweepExpired(fixture.mails.db.getClient(), fixture.mails.db.name)
    expect([await fixture.mailOf(old), await fixture.mailOf(young)]).toEqual([null, expect.anything()])
    const plan = await fixture.mails.find({ at: { $lt: longAgo } }).explain('queryPlanner')
    expect(JSON.stringify(plan)).not.toContain('COLLSCAN')
  })
})
