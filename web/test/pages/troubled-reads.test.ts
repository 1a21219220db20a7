import { describe, expect, test } from 'vitest'
import { bob, idOf, molly, planOf, pranks } from '../samples.ts'
import type { FakeAnswer } from './fake-api.ts'
import { withStore } from './store.ts'

const { api, open } = withStore()

const entry = {
  id: 'h1',
  orderId: idOf(0x777),
  orderNumber: '00000777',
  prankName: 'Raw Potato',
  prankImageUrl: 'potato',
  prankDescription: 'A potato.',
  status: 'paid',
  contactName: bob.name,
  contactAddress: '1 Elm Street, Reno, NV 89501',
  sentDate: '2025-01-02T10:00:00.000Z',
  quantity: 1,
  price: '4.99',
  estimatedDelivery: null,
  trackingNumber: null,
  // A server of an earlier version sends neither a reveal nor a reaction.
}

/** Every screen that reads data: its address, the call, a good answer, and the text that shows that it arrived. */
const screens: [address: string, read: string, good: FakeAnswer | undefined, shows: string][] = [
  ['/', 'GET /api/pranks', { body: pranks }, String(pranks[0]?.name)],
  ['/pranks/raw-potato', 'GET /api/pranks/raw-potato', undefined, 'One raw potato.'],
  ['/targets', 'GET /api/contacts', undefined, bob.name],
  ['/achievements', 'GET /api/achievements', undefined, 'Complete!'],
  ['/dashboard', 'GET /api/prank-history', { body: [entry] }, entry.contactName],
  ['/dashboard?tab=targets', 'GET /api/contacts', undefined, bob.name],
  ['/dashboard?tab=achievements', 'GET /api/achievements', undefined, 'First Strike'],
  ['/dashboard?tab=account', 'GET /api/subscriptions', { body: [planOf('active')] }, 'Upgrade'],
  ['/dashboard?tab=account', 'GET /api/auth/email-verification', undefined, 'Verified'],
]

/** Failures that the query layer of all screens distinguishes; tested on the home page. */
const troubles: [name: string, answer: FakeAnswer, says: string][] = [
  ['answers garbage', { text: '<p>hi' }, 'could not read'],
  ['answers a broken list', { text: '[{"id":1}]' }, 'could not read'],
]

const begin = () => {
  api.user = molly
  api.contacts = [bob]
}

describe.each(screens)('%s, which reads %s', (address, read, good, shows) => {
  test('when the call is pending and then fails, then the page shows both, and trying again loads the data', async () => {
    begin()
    const { promise: after, resolve: answer } = Promise.withResolvers<void>()
    api.plans[read] = { status: 500, body: { message: 'The mailbox is on fire' }, after }
    const page = await open(address)
    await page.getByRole('status', { name: 'Loading' }).first().waitFor()
    answer()
    await page.getByRole('main').getByText('The mailbox is on fire').first().waitFor()
    if (good === undefined) delete api.plans[read]
    else api.plans[read] = good
    await page.getByRole('main').getByRole('button', { name: 'Try Again' }).first().click()
    await page.getByText(shows).first().waitFor()
  })
})

describe('the home page', () => {
  const read = 'GET /api/pranks'
  const shows = String(pranks[0]?.name)

  test.each(troubles)(
    'when the call %s, then the page shows an error, and trying again loads the data',
    async (_, answer, says) => {
      begin()
      api.plans[read] = answer
      const page = await open('/')
      await page.getByRole('main').getByText(says).first().waitFor()
      delete api.plans[read]
      await page.getByRole('main').getByRole('button', { name: 'Try Again' }).first().click()
      await page.getByText(shows).first().waitFor()
    },
  )

  test('when the answer is slow, then the page shows a notice until the pranks arrive', async () => {
    begin()
    const { promise: after, resolve: answer } = Promise.withResolvers<void>()
    api.plans[read] = { body: pranks, after }
    const page = await open('/')
    await page.getByText('This takes longer than usual').first().waitFor()
    answer()
    await page.getByText(shows).first().waitFor()
  })

  test('when the network is down, then the page says that it tries again, and recovers without a click', async () => {
    begin()
    api.plans[read] = 'unavailable'
    const page = await open('/')
    await page.getByText('No connection yet. Trying again...').first().waitFor()
    delete api.plans[read]
    await page.getByText(shows).first().waitFor()
    expect(api.calls.filter(({ key }) => key === read).length).toBeGreaterThan(1)
  })
})
