import { parcelList } from '@prankpost/contracts'
import { until } from '@prankpost/test-harness'
import { expect, test } from 'vitest'
import { callAs } from '../support/access/callers.ts'
import { violationsOf } from '../support/axe.ts'
import { mailsTo } from '../support/mails.ts'
import { newAccount, withRealStore } from '../support/real-store.ts'
import { Shopper } from '../support/shopper.ts'

const { expectRefusals, open, stack } = withRealStore()
const phone = { viewport: { width: 375, height: 700 } }

test('when a prank is sent with a reveal on a date and guesses, then its recipient guesses wrong twice and right once, reacts, and the sender sees it and gets a mail', async () => {
  const account = newAccount()
  const { cartItems } = await new Shopper(stack()).cart()
  const contactName = `Gerald Reveal${process.pid}`
  const sender = await open('/cart', account, phone)
  await sender.evaluate(
    (cart) => localStorage.setItem('prankpost-cart', cart),
    JSON.stringify(cartItems.map((item) => ({ ...item, contactName, prankName: 'Raw Potato' }))),
  )
  await sender.reload()
  await sender.getByRole('button', { name: 'Stay anonymous' }).click()
  const dialog = sender.getByRole('dialog', { name: 'Reveal' })
  await dialog.getByRole('radio', { name: /^On a date/ }).check()
  const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  await dialog.getByLabel('Date', { exact: true }).fill(day)
  await dialog.getByLabel('The name they see').fill('Your cousin Zoë')
  await dialog.getByLabel('Let them guess before (optional)').fill('Zoë, Zoe Snail')
  expect(await violationsOf(sender)).toEqual([])
  await dialog.getByRole('button', { name: 'Save Choice' }).click()
  await sender.getByRole('button', { name: /^Reveal on/ }).waitFor()
  await sender.getByRole('button', { name: 'Pay Now' }).click()
  await sender.getByRole('button', { name: 'Pay $4.99 Securely' }).click()
  await sender.getByLabel('Card number').fill('4242 4242 4242 4242')
  await sender.getByRole('button', { name: 'Pay', exact: true }).click()
  await sender.waitForURL('**/success?*')
  const orderId = new URL(sender.url()).searchParams.get('order_id') ?? ''

  const ids = { body: { ids: [`${orderId}-1`] } }
  const print = () => callAs(stack(), stack(), 'POST /api/admin/parcels/labels', ids)
  await until(async () => (await print()).status === 200)
  const query = new URLSearchParams({ q: contactName })
  const { text } = await callAs(stack(), stack(), `GET /api/admin/parcels?${query}`, {})
  const code = parcelList.parse(JSON.parse(text)).items[0]?.reference
  const recipient = await open('/support', undefined, phone)
  const heard: string[] = []
  recipient.on('response', async (answer) => {
    if (answer.url().includes('/api/slips')) heard.push(await answer.text().catch(() => ''))
  })
  await recipient.goto(`/r/${code}`)
  await recipient.getByText('once this parcel is marked as sent').waitFor()
  const shipping = { params: { id: orderId }, body: { status: 'shipped' } }
  expect((await callAs(stack(), stack(), 'PATCH /api/admin/orders/:id/status', shipping)).status).toBe(200)
  // Order knows the code a moment after it was drawn.
  await until(async () => {
    const slip = await callAs(stack(), {}, 'POST /api/slips', { body: { code } })
    return JSON.parse(slip.text).page
  })
  await recipient.reload()
  await recipient.getByRole('timer').waitFor()
  const guess = async (name: string) => {
    await recipient.getByLabel('Your guess').fill(name)
    await recipient.keyboard.press('Enter')
  }
  await guess('Bob')
  await recipient.getByText('Wrong. Guesses left: 2').waitFor()
  await guess('Gerald')
  await recipient.getByText('Wrong. Guesses left: 1').waitFor()
  await until(() => heard.length > 3)
  expect(heard.join()).not.toMatch(/zo[eë]|cousin/i)
  await guess(' ZOE snail')
  await recipient.getByText('Your cousin Zoë').waitFor()
  expectRefusals('400 /api/slips/reaction')
  await recipient.getByRole('radio', { name: 'Laughing' }).press('Space')
  await recipient.getByLabel('Message (optional)').fill('I will k1ll you')
  await recipient.getByRole('button', { name: 'Send Reaction' }).click()
  await recipient.getByText('We cannot deliver this message.').waitFor()
  await recipient.getByLabel('Message (optional)').fill('That potato is on my desk now!')
  await recipient.getByRole('button', { name: 'Send Reaction' }).click()
  await recipient.getByText('on its way to the sender').waitFor()
  expect(await violationsOf(recipient)).toEqual([])
  for (const word of [account.email, orderId]) expect(heard.join()).not.toContain(word)

  await sender.goto('/dashboard?tab=history')
  const entry = sender.getByRole('listitem').filter({ hasText: 'Raw Potato' })
  await entry.getByText('That potato is on my desk now!').waitFor()
  await entry.getByText('Your name was revealed').waitFor()
  const page = [sender, recipient].map((one) => one.evaluate(() => document.documentElement.scrollWidth))
  for (const width of await Promise.all(page)) expect(width).toBeLessThanOrEqual(375)
  const mails = async () => (await mailsTo(stack(), account.email)).map(({ subject }) => subject)
  await until(async () => (await mails()).includes('You got a reaction'))
})
