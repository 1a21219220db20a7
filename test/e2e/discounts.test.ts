import { afterAll, expect, test } from 'vitest'
import { callAs } from '../support/access/callers.ts'
import { sendPotatoToNewTarget, toastOf } from '../support/customer.ts'
import { eventually, logIn, noteOf } from '../support/operator-page.ts'
import { withRealStore } from '../support/real-store.ts'
import { sandboxOf } from '../support/sandbox.ts'
import { Shopper } from '../support/shopper.ts'

const { expectRefusals, open, stack } = withRealStore()
const code = `SNAIL-${process.pid}`
const operator = async (key: string, params: Record<string, string>, body?: object) => {
  const { status, text } = await callAs(stack(), stack(), key, { params, body })
  expect(status, text).toBeLessThan(300)
  return JSON.parse(text)
}
// Other files use the same stack.
afterAll(() => operator('PATCH /api/admin/discounts/:code', { code }, { active: false }))

test('when an operator adds a code with 3 uses, then 3 of 5 customers get it, and the cart of a later one says that it is used up', async () => {
  const admin = await open('/admin?tab=discounts')
  await logIn(admin, stack().adminPassword)
  await admin.getByRole('button', { name: 'Add Discount' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Add a discount code' })
  await dialog.getByLabel('Code').fill(code.toLowerCase())
  await dialog.getByLabel('Percent', { exact: true }).fill('20')
  await dialog.getByLabel('Uses').fill('3')
  await dialog.getByRole('button', { name: 'Add Discount' }).click()
  await noteOf(admin, 'Discount Added', code).waitFor()

  const page = await open('/')
  await sendPotatoToNewTarget(page)
  await page.goto('/cart')
  await page.getByLabel('Discount Code').fill(code)
  await page.getByRole('button', { name: 'Apply' }).click()
  await toastOf(page, 'Discount Applied!').waitFor()
  const item = (await page.locator('main s').textContent())?.match(/\d+\.\d\d/)?.[0] ?? ''
  const reduced = Math.floor(Number(item) * 80)
    .toString()
    .padStart(3, '0')
  const total = `${reduced.slice(0, -2)}.${reduced.slice(-2)}`
  await page.getByText(`$${total}`).last().waitFor()

  const shoppers = await Promise.all(Array.from({ length: 5 }, () => new Shopper(stack()).signUp()))
  const answers = await Promise.all(
    shoppers.map(async (shopper) => {
      const order = { ...(await shopper.cart()), total, discountCode: code, status: 'pending_payment' }
      return { shopper, answer: await shopper.answerTo('POST', '/api/create-order-record', order) }
    }),
  )
  const placed = answers.filter(({ answer }) => answer.status === 201)
  expect(placed).toHaveLength(3)
  for (const { answer } of answers.filter(({ answer }) => answer.status !== 201))
    expect(answer.body.message).toContain('used up')
  await Promise.all(
    placed.map(async ({ shopper, answer }) => {
      const body = { orderId: answer.body.orderId, total, discountCode: code }
      const { sessionId } = (await shopper.insist('POST', '/api/create-stripe-session', body, 200)).body
      await sandboxOf(stack()).pay(sessionId)
    }),
  )
  await admin.reload()
  await eventually(async () => {
    const { items } = await operator('GET /api/admin/discounts', {})
    return items.some(
      (one: { code: string; uses: number; held: number }) => one.code === code && one.uses === 3,
    )
  })
  await admin.getByRole('button', { name: 'Refresh' }).click()
  await admin.getByRole('article', { name: code }).getByText('3 of 3 used').waitFor()

  expectRefusals('400 /api/discounts/check')
  await page.reload()
  await toastOf(page, 'Discount Removed').waitFor()
  expect(await page.locator('main s').count()).toBe(0)
})
