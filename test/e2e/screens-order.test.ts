import { until } from '@prankpost/test-harness'
import { describe, expect, test } from 'vitest'
import { toastOf } from '../support/customer.ts'
import { tokensTo } from '../support/mails.ts'
import { addTarget, buyPotatoes } from '../support/operator-story.ts'
import { newAccount, withRealStore } from '../support/real-store.ts'
import { sandboxOf } from '../support/sandbox.ts'
import { Shopper } from '../support/shopper.ts'

const { expectRefusals, open, stack } = withRealStore()

describe("a customer's order", () => {
  test('when it is paid, then its address is corrected, its receipt is downloaded, and it is cancelled and refunded', async () => {
    const account = newAccount()
    const page = await open('/terms-of-service', account)
    const orderId = await buyPotatoes(page, stack(), await addTarget(page, 'Gerald Snail'), 2)
    await page.goto(`/order?id=${orderId}`)
    await page.getByText('We are wrapping.').waitFor()
    const main = page.getByRole('main')
    await main.getByText('2 × $4.99').waitFor()
    await main.getByText('Springfield, OR 97477').waitFor()
    await main.getByText(/^Expected \w{3}, \w{3} \d+ to \w{3}, \w{3} \d+$/).waitFor()

    await main.getByRole('button', { name: 'Edit address' }).click()
    const editing = page.getByRole('dialog', { name: 'Edit address' })
    await editing.getByLabel('Address', { exact: true }).fill('2 Garden Path')
    await editing.getByLabel('Apartment, suite').fill('Shell 7')
    expect(await editing.getByRole('checkbox', { name: 'Correct it in my targets, too' }).isChecked()).toBe(
      true,
    )
    await editing.getByRole('button', { name: 'Save Changes' }).click()
    await toastOf(page, 'Address Updated').waitFor()
    await main.getByText('Shell 7').waitFor()
    await main.getByText('Address corrected').waitFor()
    const book = await (await page.request.get('/api/contacts')).json()
    expect(book).toMatchObject([{ address: '2 Garden Path', address2: 'Shell 7' }])

    const download = page.waitForEvent('download')
    await main.getByRole('button', { name: 'Receipt (PDF)' }).click()
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/)

    await main.getByRole('button', { name: 'Cancel order' }).click()
    const cancelling = page.getByRole('dialog', { name: 'Cancel order' })
    await cancelling.getByText('You get a full refund of $9.98').waitFor()
    await cancelling.getByRole('button', { name: 'Cancel order' }).click()
    await toastOf(page, 'Order Cancelled').filter({ hasText: '$9.98 goes back to the card.' }).waitFor()
    await main.getByText('Called off. They never knew.').waitFor()
    await main.locator('dl').getByText('$9.98').nth(1).waitFor()
    expect(await main.getByRole('button', { name: /Edit address|Cancel order/ }).count()).toBe(0)
    await until(async () => {
      const { refunds } = await sandboxOf(stack()).state()
      return refunds.some(({ amount, metadata }) => amount === 998 && metadata?.id === orderId)
    })

    await main.getByRole('button', { name: 'Send again' }).click()
    await toastOf(page, 'Added to Arsenal').waitFor()
    await page.getByRole('link', { name: 'Cart, 2 items' }).click()
    await page.getByText('2 Garden Path, Shell 7, Springfield, OR 97477').waitFor()
    await page.goto('/dashboard?tab=history')
    await page.getByRole('link', { name: /View order/ }).click()
    await page.waitForURL(`**/order?id=${orderId}`)
  })

  test('when the link of its mail is opened without a session, then it shows the parcels by city, and no address', async () => {
    const shopper = await new Shopper(stack()).signUp()
    await sandboxOf(stack()).pay((await shopper.checkOut()).sessionId)
    const token = await until(async () => (await tokensTo(stack(), shopper.email, 'order-status'))[0])
    const guest = await open(`/order-status#token=${token}`)
    const parcel = guest.getByRole('list', { name: 'Parcels' }).getByRole('listitem')
    await parcel.getByText('To Springfield').waitFor()
    const text = await guest.getByRole('main').textContent()
    for (const secret of ['Gerald', 'Garden', '97477']) expect(text).not.toContain(secret)
    await guest.reload()
    await parcel.getByText('Preparing').waitFor()
  })

  test('when it belongs to another customer or does not exist, then the page says that it is not found', async () => {
    const { orderId } = await (await new Shopper(stack()).signUp()).checkOut()
    expectRefusals(/^40[04] \/api\/order(s|-links)\//)
    const page = await open(`/order?id=${orderId}`, newAccount())
    for (const id of [orderId, 'nonsense']) {
      await page.goto(`/order?id=${id}`)
      await page.getByRole('heading', { name: 'Order Not Found' }).waitFor()
    }
    await page.goto('/order-status#token=forged')
    await page.getByRole('heading', { name: 'This link has expired' }).waitFor()
  })
})
