import { afterAll, beforeEach, describe, expect, test } from '@jest/globals'
import { until } from '@prankpost/messaging/testing'
import { sweepMails } from '../src/mail.model.ts'
import { adminPassword, linkRequested, passwordChanged, startRig } from './rig.ts'

const rig = await startRig()
const { postOffice, auth } = rig
afterAll(() => rig.close())
beforeEach(() => {
  postOffice.answers.receiver = null
  postOffice.answers.mail = null
  postOffice.answers.before = async () => undefined
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
    const pat = rig.customer('Pat & "Co" <b>')
    const event = linkRequested(pat.id)
    expect(await rig.deliver(event)).toBeNull()
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
    const pat = rig.customer()
    await rig.deliver(linkRequested(pat.id, 'reset-password'))
    const mail = await sentTo(pat.email)
    expect(mail.subject).toBe('Set a new password (PrankPost)')
    expect(words(mail.raw)).toContain('It was not you? Then leave this mail alone')
    expect(words(mail.raw)).toContain(`/reset-password#token=the-secret-of-${pat.id}`)
  })

  test('when it was sent then it is known to whom, what and when, and neither address nor link is kept', async () => {
    const pat = rig.customer()
    const event = linkRequested(pat.id)
    await rig.deliver(event)
    const kept = await rig.mailOf(event)
    expect(kept).toMatchObject({ userId: pat.id, kind: 'verify-email', status: 'sent' })
    expect(kept?.settledAt).toBeInstanceOf(Date)
    expect(JSON.stringify(kept)).not.toMatch(/customers\.test|secret|token/)
    expect((await sentTo(pat.email)).messageId).toBe(`<${event.id}@prankpost.test>`)
  })

  test('when it has no use any more then nothing is sent, now or later', async () => {
    const pat = rig.customer()
    auth.settled.add(pat.id)
    const event = linkRequested(pat.id)
    expect(await rig.deliver(event)).toBeNull()
    auth.settled.delete(pat.id)
    await rig.deliver(event)
    expect(await rig.mailOf(event)).toMatchObject({ status: 'not-needed' })
    expect(postOffice.to(pat.email)).toEqual([])
  })
})

describe('the mail about a new password', () => {
  test('when the password was changed then it says when, and what to do if it was somebody else', async () => {
    const pat = rig.customer()
    await rig.deliver(passwordChanged(pat.id))
    const mail = await sentTo(pat.email)
    expect(mail.subject).toBe('Your password was changed (PrankPost)')
    expect(words(mail.raw)).toContain('was changed on March 4, 2027 at 2:05')
    expect(words(mail.raw)).toContain('http://store.test/support')
  })

  test('when the account is gone by then, then nothing is sent', async () => {
    const event = passwordChanged('f'.repeat(24))
    expect(await rig.deliver(event)).toBeNull()
    expect(await rig.mailOf(event)).toMatchObject({ status: 'not-needed' })
  })
})

describe('each mail once', () => {
  test('when the same event is delivered again then nothing is sent', async () => {
    const pat = rig.customer()
    const event = linkRequested(pat.id)
    for (let i = 0; i < 3; i++) expect(await rig.deliver(event)).toBeNull()
    await sentTo(pat.email)
  })

  test('when copies come to two replicas at once then one sends it, and the other looks again later', async () => {
    const replicas = [rig.replica(), rig.replica()]
    const pat = rig.customer()
    const event = linkRequested(pat.id)
    postOffice.answers.before = () => new Promise((resolve) => setTimeout(resolve, 300))
    const copy = { ...event, data: event.data } as never
    const outcomes = await Promise.allSettled(
      [...replicas, ...replicas].map(({ handlers }) => handlers['mail-link-requested'](copy)),
    )
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(3)
    for (const { reason } of refused as PromiseRejectedResult[]) {
      expect(reason.message).toBe('Another process is sending this mail.')
    }
    for (const { handlers } of replicas) await handlers['mail-link-requested'](copy)
    await sentTo(pat.email)
    for (const { mailer } of replicas) await mailer.stop()
  })

  test('when a process died after the yes and before its note then it goes out again, under the same Message-ID', async () => {
    const pat = rig.customer()
    const event = linkRequested(pat.id)
    await rig.deliver(event)
    // As the dead process would have left it, its claim run out.
    await rig.mails.updateOne({ _id: event.id }, { $set: { status: 'sending', claimedUntil: new Date() } })
    expect(await rig.deliver(event)).toBeNull()
    const mails = postOffice.to(pat.email)
    expect(mails.map(({ messageId }) => messageId)).toEqual(Array(2).fill(`<${event.id}@prankpost.test>`))
    expect(await rig.mailOf(event)).toMatchObject({ status: 'sent' })
  })

  test('when the note cannot be written then it is made good, and no second mail goes out', async () => {
    const pat = rig.customer()
    const event = linkRequested(pat.id)
    const updateOne = rig.mails.updateOne.bind(rig.mails)
    let failures = 0
    rig.mails.updateOne = ((...args: Parameters<typeof updateOne>) => {
      const isNote = JSON.stringify(args[1]).includes('"sent"')
      if (!isNote || ++failures > 2) return updateOne(...args)
      const error = Object.assign(new Error('the database is away'), { name: 'MongoNetworkError' })
      return Promise.reject(error) as never
    }) as typeof rig.mails.updateOne
    try {
      await rig.deliver(event)
      await until(async () => (await rig.mailOf(event))?.status === 'sent')
    } finally {
      rig.mails.updateOne = updateOne as typeof rig.mails.updateOne
    }
    expect(failures).toBe(3)
    await sentTo(pat.email)
  })
})

describe('when something is away', () => {
  test('when it is the mail server then mails are held and go out once it is back', async () => {
    const pat = rig.customer()
    const event = linkRequested(pat.id)
    await postOffice.close()
    expect((await rig.deliver(event))?.message).toMatch(/^The mail server is away \(E\w+\)\.$/)
    await postOffice.reopen()
    await sentTo(pat.email)
    await until(async () => (await rig.mailOf(event))?.status === 'sent')
    expect(await rig.deadLetters()).toEqual([])
  })

  test('when it is auth then mails are held and go out once it is back', async () => {
    const pat = rig.customer()
    auth.isAway = true
    const event = linkRequested(pat.id)
    expect(await rig.deliver(event)).toMatchObject({ code: 'unavailable' })
    auth.isAway = false
    await sentTo(pat.email)
  })

  test('when the mail server says that it closes then that is an outage, too', async () => {
    const pat = rig.customer()
    postOffice.answers.mail = 421
    expect(await rig.deliver(linkRequested(pat.id))).toMatchObject({ code: 'unavailable' })
    postOffice.answers.mail = null
    await sentTo(pat.email)
  })
})

describe('when the mail server does not want a mail', () => {
  test('when it puts it off then it is tried again up the ladder', async () => {
    const pat = rig.customer()
    postOffice.answers.receiver = 451
    const outcome = await rig.deliver(linkRequested(pat.id))
    expect(String(outcome)).toBe('Error: the mail server puts this mail off (EENVELOPE 451)')
    postOffice.answers.receiver = null
    await sentTo(pat.email)
  })

  test.each(['receiver', 'mail'] as const)(
    'when it refuses the %s for good then it is a dead letter without the address, and a replay sends it',
    async (what) => {
      const pat = rig.customer()
      const event = linkRequested(pat.id)
      postOffice.answers[what] = 550
      expect(String(await rig.deliver(event))).toMatch(
        /^Poison: the mail server refuses this mail \(E\w+ 550\)$/,
      )
      const letter = await until(async () => (await rig.deadLetters()).find(({ id }) => id === event.id))
      expect(JSON.stringify(letter)).not.toMatch(/customers\.test|example\.com|secret/)
      expect(await rig.mailOf(event)).toMatchObject({ status: 'refused' })

      postOffice.answers[what] = null
      const headers = { 'x-admin-password': adminPassword }
      const shown = await rig.call('GET', '/api/admin/dead-letters/notification', { headers })
      expect(shown.body.items.map(({ id }: { id: string }) => id)).toContain(event.id)
      const body = { event: 'mail-link-requested', ids: [event.id] }
      await rig.call('POST', '/api/admin/dead-letters/notification/replay', { headers, body })
      await sentTo(pat.email)
      await until(async () => (await rig.mailOf(event))?.status === 'sent')
    },
  )
})

describe('what is kept of mails', () => {
  test('when it is 400 days old then the sweep deletes it, by an index', async () => {
    const [old, young] = [linkRequested(rig.customer().id), linkRequested(rig.customer().id)]
    await rig.deliver(old)
    await rig.deliver(young)
    const longAgo = new Date(Date.now() - 401 * 86_400_000)
    await rig.mails.updateOne({ _id: old.id }, { $set: { at: longAgo } })
    await sweepMails(rig.mails)
    expect([await rig.mailOf(old), await rig.mailOf(young)]).toEqual([null, expect.anything()])
    const plan = await rig.mails.find({ at: { $lt: longAgo } }).explain('queryPlanner')
    expect(JSON.stringify(plan)).not.toContain('COLLSCAN')
  })
})
