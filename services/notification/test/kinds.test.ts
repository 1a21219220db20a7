import { customerMailKinds, mailKinds } from '@prankpost/contracts'
import type { OutboxEntry } from '@prankpost/messaging'
import { until } from '@prankpost/test-harness'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { linkRequested, passwordChanged, startFixture } from './fixture.ts'
import {
  delivered,
  knownOrders,
  mailCases,
  mailOrder,
  orderPaid,
  paidAfterEnd,
  planUpdated,
  refundChanged,
  secrets,
  shipped,
} from './mail-cases.ts'
import { readMail } from './read-mail.ts'

const fixture = await startFixture()
const { postOffice, shop, auth } = fixture
afterAll(() => fixture.close())
beforeEach(() => {
  shop.orders = new Map(knownOrders())
})

const mailsTo = ({ email }: { email: string }) => postOffice.to(email).map(({ raw }) => readMail(raw))
/** Delivers an event; returns the only mail that it sent. */
async function sentBy(event: OutboxEntry, customer: { email: string }) {
  expect(await fixture.deliver(event)).toBeNull()
  const [mail, ...others] = mailsTo(customer)
  expect(others).toEqual([])
  if (mail === undefined) throw new Error('no mail was sent')
  return mail
}

/** Whether a kind of mail is sent in any case. */
const isRequired = ({ kind }: { kind: string }) => mailKinds[kind as keyof typeof mailKinds].required
// The same code sends the mails of all kinds.
const oneOfEach = [true, false].flatMap((wanted) => mailCases.find((one) => isRequired(one) === wanted) ?? [])

describe('the mails to customers', () => {
  test('when a kind of mail can be chosen in Account then there is a mail of it', () => {
    const tested = [...mailCases.map(({ kind }) => kind), 'message-received']
    expect(new Set(tested)).toEqual(new Set(customerMailKinds))
  })

  test.each(mailCases)(
    'when the event of $kind arrives then both forms contain the same facts and links: $facts.0',
    async ({ kind, event, subject, facts, links }) => {
      const pat = fixture.customer('Pat & <i>Co</i>')
      const requested = event(pat.id)
      const mail = await sentBy(requested, pat)
      expect(mail.subject).toBe(subject)
      for (const form of [mail.text, mail.htmlText]) {
        expect(form).toContain('Hello Pat & <i>Co</i>,')
        for (const fact of facts) expect(form).toContain(fact)
      }
      expect(mail.textLinks).toEqual(expect.arrayContaining(links))
      expect(new Set(mail.htmlLinks)).toEqual(new Set(mail.textLinks))
      expect(mail.html).not.toMatch(/<(i|b|script|img|link)>/)
      expect(await fixture.mailOf(requested)).toMatchObject({ userId: pat.id, kind, status: 'sent' })
    },
  )

  test('when a delivery is reported that the customer knows already then nothing is sent', async () => {
    const pat = fixture.customer()
    expect(await fixture.deliver(delivered(pat.id, true))).toBeNull()
    await sentBy(delivered(pat.id), pat)
  })

  test.each([
    ...mailCases,
    { kind: 'verify-email', event: (id: string) => linkRequested(id) },
    { kind: 'reset-password', event: (id: string) => linkRequested(id, 'reset-password') },
    { kind: 'password-changed', event: passwordChanged },
  ])(
    'when a person glances at an inbox with $kind then nothing reveals a prank or a target',
    async ({ event }) => {
      const pat = fixture.customer()
      const { from, subject, text, html, body } = await sentBy(event(pat.id), pat)
      expect(from).toBe('Order Desk <hello@prankpost.test>')
      // What an inbox shows of the mail after its subject: the first lines, and the hidden text of the HTML.
      const firstLines = text.split('\n\n').slice(0, 2).join(' ')
      const hidden = /<div style="display:none[^>]*>([^<]*)</.exec(html)?.[1] ?? ''
      expect(hidden.length).toBeGreaterThan(500)
      for (const shown of [subject, firstLines, hidden]) expect(shown).not.toMatch(/prank/i)
      for (const secret of secrets) expect(body).not.toContain(secret)
    },
  )

  test.each(oneOfEach)(
    'when the event of $kind is delivered three times then one mail is sent',
    async ({ event }) => {
      const pat = fixture.customer()
      const requested = event(pat.id)
      for (let n = 0; n < 3; n++) expect(await fixture.deliver(requested)).toBeNull()
      expect(mailsTo(pat)).toHaveLength(1)
    },
  )

  test.each(oneOfEach)(
    'when the account was deleted before $kind is sent then nothing is sent, now or later',
    async ({ event }) => {
      const pat = fixture.customer()
      const account = auth.accounts.get(pat.id)
      auth.accounts.delete(pat.id)
      const requested = event(pat.id)
      expect(await fixture.deliver(requested)).toBeNull()
      expect(await fixture.mailOf(requested)).toMatchObject({ status: 'not-needed' })
      if (account) auth.accounts.set(pat.id, account)
      expect(await fixture.deliver(requested)).toBeNull()
      expect(mailsTo(pat)).toEqual([])
    },
  )

  test.each(mailCases)(
    'when the customer switched all kinds off then $kind is sent only if it is required',
    async ({ kind, event }) => {
      const pat = fixture.customer('Pat', { mailsOff: customerMailKinds })
      const requested = event(pat.id)
      expect(await fixture.deliver(requested)).toBeNull()
      const required = isRequired({ kind })
      expect(mailsTo(pat)).toHaveLength(required ? 1 : 0)
      expect(await fixture.mailOf(requested)).toMatchObject({ status: required ? 'sent' : 'not-needed' })
    },
  )
})

test('when a month was paid after the end of its plan then its mail promises neither pranks nor a next payment', async () => {
  const pat = fixture.customer()
  const { body } = await sentBy(paidAfterEnd(pat.id), pat)
  expect(body).not.toMatch(/renewed|Next payment|Pranks in this period|cancel at any time/)
})

describe('an order without an account', () => {
  test.each([
    ['order-paid', orderPaid(null)],
    ['prank-shipped', shipped(null)],
    ['refund-changed', refundChanged(null)],
  ])('when %s arrives then no mail is sent and nothing is stored', async (_what, event) => {
    const before = postOffice.taken.length
    expect(await fixture.deliver(event)).toBeNull()
    expect(await fixture.mailOf(event)).toBeNull()
    expect(postOffice.taken).toHaveLength(before)
  })
})

describe('an event that comes before its order', () => {
  test('when order does not know it yet then each kind of mail about an order is sent later', async () => {
    const aboutOrders = mailCases.filter(({ links }) => links.some((link) => link.includes('/order')))
    const cases = aboutOrders.map(({ kind, event }) => ({ kind, event, pat: fixture.customer() }))
    shop.orders.clear()
    for (const { kind, event, pat } of cases)
      expect([kind, await fixture.deliver(event(pat.id))]).toMatchObject([kind, { name: 'NotYet' }])
    expect(cases.filter(({ pat }) => mailsTo(pat).length > 0)).toEqual([])
    shop.orders = new Map(knownOrders())
    await until(() => cases.every(({ pat }) => mailsTo(pat).length > 0))
  })
})

describe('the tracking of a parcel', () => {
  test('when it has none then the mail links the order and names no carrier', async () => {
    const pat = fixture.customer()
    const mail = await sentBy(shipped(pat.id, { carrier: null, trackingNumber: null }), pat)
    expect(mail.body).not.toMatch(/Carrier|Tracking number/)
    expect(mail.textLinks).toEqual([mailOrder.url])
  })

  test('when the number has no known carrier then the mail has the number without a link to it', async () => {
    const pat = fixture.customer()
    const mail = await sentBy(shipped(pat.id, { carrier: null, trackingNumber: 'ABC-1' }), pat)
    expect(mail.text).toContain('Tracking number: ABC-1')
    expect(mail.textLinks).toEqual([mailOrder.url])
  })
})

describe('an outage', () => {
  test('when the mail server is down then the mail of an order is sent once it is back', async () => {
    const pat = fixture.customer()
    await postOffice.close()
    expect((await fixture.deliver(orderPaid(pat.id)))?.message).toMatch(/^the mail server is unavailable/)
    await postOffice.reopen()
    await until(() => mailsTo(pat).length === 1)
  })

  test('when a plan is past due and recovers then these are two mails, because they are two events', async () => {
    const pat = fixture.customer()
    await fixture.deliver(planUpdated(pat.id, 'past_due'))
    await fixture.deliver(planUpdated(pat.id, 'recovered'))
    expect(mailsTo(pat).map(({ subject }) => subject)).toEqual([
      'Your payment did not go through',
      'Your payment went through',
    ])
  })

  test('when the open month of a plan is not collected any more then its recovery is not mailed, because nothing was paid', async () => {
    const pat = fixture.customer()
    await fixture.deliver(planUpdated(pat.id, 'recovered', { monthDropped: true }))
    expect(mailsTo(pat)).toEqual([])
  })
})
