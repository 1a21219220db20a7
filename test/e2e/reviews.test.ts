import { until } from '@prankpost/test-harness'
import { expect, test } from 'vitest'
import { mailsTo } from '../support/mails.ts'
import { openAs } from '../support/operator-page.ts'
import { hire } from '../support/operators.ts'
import { withRealStore } from '../support/real-store.ts'
import { payForReview } from '../support/review-story.ts'
import { sandboxOf } from '../support/sandbox.ts'
import type { Shopper } from '../support/shopper.ts'

const { open, stack } = withRealStore()

async function openAsSupport(path: string) {
  const { cookie, email } = await hire(stack(), 'support')
  return openAs(await open('/admin'), cookie, path, email)
}

const openOrder = async (shopper: Shopper, orderId: string) => {
  const page = await openAs(await open('/'), shopper.cookie, `/order?id=${orderId}`)
  await page.setViewportSize({ width: 375, height: 800 })
  return page
}

const held = '/admin?tab=parcels&status=held'

const joke = 'Your days are numbered, said the calendar to the potato.'

test('when a threat is paid, then an operator refuses it, it is refunded, and the customer reads why; a joke is released and shipped', async () => {
  const { shopper, orderId } = await payForReview(stack(), 'I w1ll k1ll y o u')
  const { shopper: joker, orderId: ofJoke } = await payForReview(stack(), joke)
  const order = await openOrder(shopper, orderId)
  await order.getByText('In review', { exact: true }).waitFor()
  await order.getByText('A person reads it before we pack it').waitFor()
  expect(await order.content()).not.toMatch(/threat/i)

  const page = await openAsSupport(held)
  const row = page.getByRole('row').filter({ hasText: 'I w1ll k1ll y o u' })
  await row.getByText('May contain a threat in the message.').waitFor()
  await row.getByRole('button', { name: /^Refuse/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'The message reads like a threat or harassment.' }).click()
  await dialog.getByRole('button', { name: 'Refuse and Refund' }).click()
  await page.getByText('Parcel Refused').waitFor()

  const mail = await until(async () =>
    (await mailsTo(stack(), shopper.email)).find(({ subject }) => subject === 'We cannot send your parcel'),
  )
  expect(mail.text).toContain('The message reads like a threat or harassment.')
  expect(mail.text).toContain('$4.99')
  await until(async () => {
    const { refunds } = await sandboxOf(stack()).state()
    return refunds.some(({ amount, metadata }) => amount === 499 && metadata?.id === orderId)
  })
  await order.reload()
  await order.getByText('Refused', { exact: true }).waitFor()
  await order
    .getByText('We do not send this parcel. The message reads like a threat or harassment.')
    .waitFor()
  await order.getByText('$4.99 goes back to your card.').first().waitFor()

  const harmless = page.getByRole('row').filter({ hasText: joke })
  await harmless.getByRole('button', { name: /^Release/ }).click()
  await page.getByText('Parcel Released').waitFor()
  await harmless.waitFor({ state: 'detached' })
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json', 'x-admin-password': stack().adminPassword }
    const url = `${stack().baseUrl}/api/admin/parcels/${path}`
    const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(answer.status).toBe(200)
  }
  await post('labels', { ids: [`${ofJoke}-1`] })
  await post('ship', { parcels: [{ id: `${ofJoke}-1` }] })
  const released = await openOrder(joker, ofJoke)
  await released.getByText('Shipped', { exact: true }).first().waitFor()
  expect(await released.getByText('In review').count()).toBe(0)
})
