import { afterAll, describe, expect, test } from 'vitest'
import { startFixture, threeAMonth, twoPranks } from './sandbox-fixture.ts'

const fixture = await startFixture('page')
afterAll(() => fixture.stop())

const load = async (url: string) => {
  const response = await fetch(url, { redirect: 'manual' })
  return {
    status: response.status,
    html: await response.text(),
    policy: response.headers.get('content-security-policy'),
  }
}

const pay = async (url: string, card: string) => {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ card }),
    redirect: 'manual',
  })
  return { status: response.status, location: response.headers.get('location'), html: await response.text() }
}

describe('the hosted page', () => {
  test('when the session is open, then it shows lines, total, card field, Pay and Back, and loads no resources', async () => {
    const { url } = await fixture.stripe.checkout.sessions.create(twoPranks)
    const { status, html, policy } = await load(url ?? '')
    expect(status).toBe(200)
    for (const part of [
      'TEST MODE',
      'Raw Potato',
      'Dirty Sock',
      'Quantity 2',
      '$1.98',
      '$6.97',
      '<html lang="en">',
    ]) {
      expect(html).toContain(part)
    }
    expect(html).toContain('<label for="card">Card number</label>')
    expect(html).toContain('autocomplete="cc-number"')
    expect(html).toContain('<button type="submit">Pay</button>')
    expect(html).toMatch(/<a class="back" href="http:\/\/shop\.test\/cart">.*Back<\/a>/)
    expect(html).not.toMatch(/<script|src=|@import|url\(/)
    expect(policy).toContain("default-src 'none'")
  })

  test('when names contain HTML, then it is escaped', async () => {
    const name = '<img src=x onerror=alert(1)> "&\' sock'
    const { url } = await fixture.stripe.checkout.sessions.create({
      ...twoPranks,
      line_items: [
        { quantity: 1, price_data: { currency: 'usd', unit_amount: 499, product_data: { name } } },
      ],
    })
    const { html } = await load(url ?? '')
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &quot;&amp;&#39; sock')
    expect(html).not.toContain('<img')
    const again = await pay(url ?? '', '"><b>1</b>')
    expect(again.html).not.toContain('<b>1</b>')
  })

  test('when the session is a plan, then the total is per month', async () => {
    const { url } = await fixture.stripe.checkout.sessions.create(threeAMonth)
    expect((await load(url ?? '')).html).toMatch(/\$14\.97<\/span> <span class="every">per month/)
  })

  test('when the form is submitted twice, as by a double click, then both go to the success page and it is paid once', async () => {
    const { id, url } = await fixture.stripe.checkout.sessions.create(twoPranks)
    const [first, second] = await Promise.all([
      pay(url ?? '', '4242 4242 4242 4242'),
      pay(url ?? '', '4242424242424242'),
    ])
    for (const answer of [first, second]) {
      expect(answer).toMatchObject({
        status: 303,
        location: `http://shop.test/success?session_id=${id}&order_id=o1`,
      })
    }
    const { html } = await load(url ?? '')
    expect(html).toContain('This is paid')
    expect(html).toContain(`href="http://shop.test/success?session_id=${id}&amp;order_id=o1"`)
    expect(html).not.toContain('<form')
    await fixture.webhook('checkout.session.completed', id)
  })

  test('when the card is declined, then the error is shown next to the field and the session stays open', async () => {
    const { id, url } = await fixture.stripe.checkout.sessions.create(twoPranks)
    const { status, html } = await pay(url ?? '', '4000 0000 0000 0002')
    expect(status).toBe(200)
    expect(html).toContain('<p class="error" id="card-error" role="alert">Your card was declined.</p>')
    expect(html).toContain('aria-describedby="card-error card-help"')
    expect(await fixture.stripe.checkout.sessions.retrieve(id)).toMatchObject({ status: 'open' })
    await fixture.webhook('payment_intent.payment_failed')
  })

  test.each(['', '1234', '5555 5555 5555 4444'])(
    'when the number is %j, then the page reports that it is not a test card',
    async (card) => {
      const { id, url } = await fixture.stripe.checkout.sessions.create(twoPranks)
      const { status, html } = await pay(url ?? '', card)
      expect(status).toBe(200)
      expect(html).toContain('not a test card')
      expect(await fixture.stripe.checkout.sessions.retrieve(id)).toMatchObject({
        status: 'open',
        payment_intent: null,
      })
    },
  )

  test('when the session has expired, then it says so and links back, also after a late payment', async () => {
    const { id, url } = await fixture.stripe.checkout.sessions.create(twoPranks)
    await fixture.stripe.checkout.sessions.expire(id)
    for (const { html } of [await load(url ?? ''), await pay(url ?? '', '4242424242424242')]) {
      expect(html).toContain('This checkout has expired')
      expect(html).toContain('href="http://shop.test/cart"')
    }
    expect(await fixture.stripe.checkout.sessions.retrieve(id)).toMatchObject({ payment_status: 'unpaid' })
  })

  test('when there is no such session, then it shows a readable 404', async () => {
    expect(await load(`${fixture.url}/c/pay/cs_test_nobody`)).toMatchObject({
      status: 404,
      html: expect.stringContaining('no such checkout'),
    })
  })
})
