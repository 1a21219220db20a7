import { defaultShopSettings } from '@prankpost/contracts'
import { createEmitter } from '@prankpost/messaging'
import { newId } from '@prankpost/service-kit/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { operator, startFixture } from './fixture.ts'
import { disputeChanged, knownOrders, refundChanged, secrets } from './mail-cases.ts'
import { readMail } from './read-mail.ts'

const fixture = await startFixture()
const { postOffice, shop } = fixture
afterAll(() => fixture.close())
shop.orders = new Map(knownOrders())
const emit = createEmitter('support')

const mailsTo = (address: string) => postOffice.to(address).map(({ raw }) => readMail(raw))

/** A message of the contact form that support knows. */
function received(email = `${newId()}@visitors.test`) {
  const messageId = newId()
  shop.messages.set(messageId, email)
  const event = emit('contact-message-received', messageId, {
    messageId,
    receivedAt: '2027-03-04T14:05:00.000Z',
  })
  return { email, messageId, event }
}

describe('the confirmation of a message', () => {
  test('when a message arrives, also twice, then its sender gets one mail, and no address is stored', async () => {
    const { email, event } = received()
    for (let n = 0; n < 2; n++) expect(await fixture.deliver(event)).toBeNull()
    const [mail, ...others] = mailsTo(email)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('We got your message')
    for (const form of [mail?.text, mail?.htmlText]) expect(form).toContain('We answer within 24 hours')
    expect(mail?.subject).not.toMatch(/prank/i)
    const kept = await fixture.mailOf(event)
    expect(kept).toMatchObject({ userId: null, kind: 'message-received', status: 'sent' })
    expect(JSON.stringify(kept)).not.toContain('visitors.test')
  })

  test('when the message was deleted meanwhile then nothing is sent', async () => {
    const { email, messageId, event } = received()
    shop.messages.delete(messageId)
    expect(await fixture.deliver(event)).toBeNull()
    expect(mailsTo(email)).toEqual([])
    expect(await fixture.mailOf(event)).toMatchObject({ status: 'not-needed' })
  })

  test('when the owner of the address switched it off then it is not sent; an unverified account changes nothing', async () => {
    const off = ['message-received']
    const verified = fixture.customer('Pat', { mailsOff: off, emailVerified: true })
    const unverified = fixture.customer('Pat', { mailsOff: off })
    for (const { email } of [verified, unverified]) await fixture.deliver(received(email).event)
    expect([mailsTo(verified.email).length, mailsTo(unverified.email).length]).toEqual([0, 1])
  })
})

/** A reply in the thread of a message. */
function replied(messageId: string, from: 'operator' | 'customer', wasWaiting: boolean) {
  const at = '2027-03-04T14:05:00.000Z'
  const replyId = newId()
  const event = emit('message-replied', messageId, { messageId, replyId, from, wasWaiting, at })
  return { event, reply: `${messageId}/replies/${replyId}` }
}

describe('the replies to a message', () => {
  test('when an operator replies, also delivered twice, then one mail has the text, escaped, and the link', async () => {
    const { email, messageId } = received()
    const { event, reply } = replied(messageId, 'operator', true)
    const text = 'Dear Pat,\n<script>alert(1)</script> & "potatoes".\n\nKim'
    const url = 'http://store.test/messages#token=abc'
    shop.replies.set(reply, { to: email, text, url })
    for (let n = 0; n < 2; n++) expect(await fixture.deliver(event)).toBeNull()
    const [mail, ...others] = mailsTo(email)
    expect([mail?.subject, others]).toEqual(['We answered your message', []])
    for (const form of [mail?.text, mail?.htmlText]) expect(form).toContain(text)
    expect(mail?.html).toContain('Dear Pat,<br>&lt;script&gt;')
    expect([mail?.textLinks, new Set(mail?.htmlLinks)]).toEqual([[url], new Set([url])])
    const kept = await fixture.mailOf(event)
    expect(kept).toMatchObject({ userId: null, kind: 'message-replied', status: 'sent' })
    expect(JSON.stringify(kept)).not.toMatch(/visitors|potatoes|token/)
  })

  test('when the message was deleted meanwhile then nothing is sent', async () => {
    const { email, messageId } = received()
    const { event } = replied(messageId, 'operator', true)
    expect(await fixture.deliver(event)).toBeNull()
    expect(mailsTo(email)).toEqual([])
    expect(await fixture.mailOf(event)).toMatchObject({ status: 'not-needed' })
  })

  test('when the customer answers several times then the operator gets one mail, with the thread behind its link', async () => {
    const { messageId } = received()
    const events = [false, true, true].map((wasWaiting) => replied(messageId, 'customer', wasWaiting).event)
    for (const event of [...events, ...events]) expect(await fixture.deliver(event)).toBeNull()
    const link = `http://store.test/admin?tab=mail&message=${messageId}`
    expect(mailsTo(operator).filter(({ textLinks }) => textLinks.includes(link))).toHaveLength(1)
  })
})

describe('the mails to the operator', () => {
  const failed = () => refundChanged(newId(), { status: 'failed', failureReason: 'expired_or_canceled_card' })

  test.each([
    {
      event: failed(),
      kind: 'refund-failed',
      subject: 'A refund of order 01234567 failed',
      facts: ['01234567', '$4.99', 'expired_or_canceled_card', 'pi_1', 're_1'],
    },
    {
      event: disputeChanged(),
      kind: 'dispute-opened',
      subject: 'A dispute of order 01234567 was opened',
      facts: ['01234567', '$14.97', 'fraudulent', 'dp_1', 'pi_1'],
    },
    {
      event: createEmitter('catalog')('stock-low', newId(), {
        prankId: newId(),
        name: 'Raw Potato',
        left: 4,
        at: '2027-03-04T14:05:00.000Z',
      }),
      kind: 'stock-low',
      subject: 'Only 4 of Raw Potato left',
      facts: ['Raw Potato', '4', 'set the new stock'],
      link: 'http://store.test/admin?tab=pranks',
    },
  ])(
    'when the event of $kind arrives twice then one mail says it',
    async ({ event, kind, subject, facts, link = 'http://store.test/admin' }) => {
      for (let n = 0; n < 2; n++) expect(await fixture.deliver(event)).toBeNull()
      const mails = mailsTo(operator).filter((mail) => mail.subject === subject)
      expect(mails).toHaveLength(1)
      const [mail] = mails
      for (const form of [mail?.text, mail?.htmlText]) for (const fact of facts) expect(form).toContain(fact)
      expect(mail?.textLinks).toEqual([link])
      expect(subject).not.toMatch(/prank/i)
      for (const secret of secrets) expect(mail?.body).not.toContain(secret)
      expect(await fixture.mailOf(event)).toMatchObject({ userId: null, kind, status: 'sent' })
    },
  )

  test('when the payment belongs to no order then the mail names the payment', async () => {
    const event = refundChanged(null, {
      orderId: null,
      status: 'failed',
      stripeRefundId: null,
      paymentIntentId: 'pi_alone',
    })
    expect(await fixture.deliver(event)).toBeNull()
    const mail = mailsTo(operator).find(({ text }) => text.includes('pi_alone'))
    expect(mail?.subject).toBe('A refund failed')
    expect(mail?.body).not.toMatch(/Refund at Stripe/)
  })

  test('when nothing has failed then nothing is sent: pending refunds, and disputes that were closed', async () => {
    const before = postOffice.taken.length
    for (const event of [
      refundChanged(newId(), { status: 'pending' }),
      disputeChanged({ status: 'won' }),
      disputeChanged({ status: 'lost' }),
    ]) {
      expect(await fixture.deliver(event)).toBeNull()
      expect(await fixture.mailOf(event)).toBeNull()
    }
    expect(postOffice.taken).toHaveLength(before)
  })

  test('when operators set an address then mails go there, and to the one of the environment once they remove it', async () => {
    const sent = (to: string) => postOffice.to(to).length
    const before = sent(operator)
    for (const [version, operatorEmail] of [
      [2, 'desk@shop.test'],
      [3, null],
    ] as const) {
      const state = { ...defaultShopSettings, operatorEmail, version, changedAt: '2027-03-04T10:00:00.000Z' }
      await fixture.deliver(createEmitter('catalog')('shop-changed', 'shop', state))
      await fixture.deliver(failed())
    }
    expect([sent('desk@shop.test'), sent(operator)]).toEqual([1, before + 1])
  })

  test('when no address of the operator is set then nothing is sent and this is recorded', async () => {
    const before = postOffice.taken.length
    const replica = await fixture.replica({ operatorEmail: '' })
    const event = failed()
    await replica.handlers['refund-changed']({ ...event, source: 'payment' } as never)
    expect(await fixture.mailOf(event)).toMatchObject({ kind: 'refund-failed', status: 'not-needed' })
    expect(postOffice.taken).toHaveLength(before)
    await replica.close()
  })
})
