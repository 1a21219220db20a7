import { auditList } from '@prankpost/contracts'
import { expect, test } from 'vitest'
import { callAs } from '../support/access/callers.ts'
import { violationsOf } from '../support/axe.ts'
import { eventually, noteOf, openAs } from '../support/operator-page.ts'
import { hire } from '../support/operators.ts'
import { withRealStore } from '../support/real-store.ts'
import { Shopper } from '../support/shopper.ts'

const { open, stack, expectRefusals } = withRealStore()

test('when an operator blocks a customer, then no order can be placed until the block ends, and the trail names the operator', async () => {
  const shopper = await new Shopper(stack()).signUp()
  const { orderId, total } = await shopper.checkOut()
  const { cookie, email, name } = await hire(stack(), 'support', { name: 'Sue Porter' })
  const admin = await openAs(await open('/admin'), cookie, `/admin?tab=customers&q=${shopper.email}`, email)
  const details = admin.getByRole('article').filter({ hasText: shopper.email }).getByRole('button').last()
  await details.click()
  const drawer = admin.getByRole('dialog')
  await drawer.getByRole('region', { name: 'Orders' }).getByRole('link').waitFor()
  const note = drawer.getByLabel('New note')
  await note.fill('Disputes each order.')
  // It is still there after the drawer was closed.
  await admin.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  await details.click()
  await note.waitFor()
  expect(await note.inputValue()).toBe('Disputes each order.')
  // The first attempt is stored and answered as if it were not, and the operator types a space before the second one.
  const lost = { status: 503, json: { code: 'unavailable', message: 'Please try again.', requestId: 'lost' } }
  expectRefusals(/^503 .*\/notes$/)
  await admin.route('**/notes', async (route) => route.fulfill({ response: await route.fetch(), ...lost }), {
    times: 1,
  })
  const add = drawer.getByRole('button', { name: 'Add Note' })
  await add.click()
  await noteOf(admin, 'Error').waitFor()
  await note.fill('Disputes each order. ')
  await add.click()
  await eventually(async () => (await note.inputValue()) === '')
  await drawer.getByText(`by ${name}`).waitFor()
  expect(await drawer.getByText('Disputes each order.').count()).toBe(1)

  await drawer.getByRole('button', { name: 'Block', exact: true }).click()
  await admin.getByLabel('Reason, for colleagues').fill('Disputes')
  await admin.keyboard.press('Enter')
  await noteOf(admin, 'Customer Blocked').waitFor()
  await drawer.getByText('Blocked: Disputes').waitFor()
  expect(await violationsOf(admin)).toEqual([])
  await shopper.insist('POST', '/api/create-stripe-session', { orderId, total }, 403)

  await drawer.getByRole('button', { name: 'End Block' }).click()
  await noteOf(admin, 'Block Ended').waitFor()
  await shopper.insist('POST', '/api/create-stripe-session', { orderId, total }, 200)
  await drawer.getByRole('button', { name: 'Sign Out Everywhere' }).click()
  await admin.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await noteOf(admin, 'Customer Signed Out').waitFor()
  await shopper.insist('GET', '/api/auth/user', undefined, 401)

  const trail = await callAs(stack(), stack(), 'GET /api/admin/audit/auth', {})
  const entries = auditList.parse(JSON.parse(trail.text)).items
  expect(entries).toContainEqual(
    expect.objectContaining({
      endpoint: 'POST /api/admin/customers/:id/block',
      actor: expect.stringContaining(name),
    }),
  )
})
