import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ledgers, openLedgers } from '../../ledgers/index.ts'
import { keyboardOf } from '../support/keyboard.ts'
import { rebuildLogs } from '../support/operator-backstage.ts'
import { printedBy } from '../support/operator-documents.ts'
import {
  adminLists,
  choose,
  eventually,
  goToTab,
  logIn,
  noteOf,
  seeFigure,
  tabOf,
} from '../support/operator-page.ts'
import { shipFormOf } from '../support/operator-ship-form.ts'
import {
  addTarget,
  buyPlanOfThree,
  buyPotatoes,
  cancelPlan,
  removeTarget,
  seeHistory,
  targets,
} from '../support/operator-story.ts'
import { newAccount, withRealStore } from '../support/real-store.ts'
import { sandboxOf } from '../support/sandbox.ts'

const { expectRefusals, open, stack, wire } = withRealStore({ ownStack: true, isOneStory: true })
const account = { ...newAccount(), firstName: 'Wilma', lastName: 'Ravenscroft' }
let customer: Page
let admin: Page
let ledgers: Ledgers
let lists: ReturnType<typeof adminLists>

beforeAll(() => {
  ledgers = openLedgers(stack())
  lists = adminLists(stack())
})
afterAll(() => ledgers?.close())

const card = () => admin.getByRole('article').filter({ hasText: account.email })
/** The number of parcels that left in each paid month of the plan, the first month first. */
const parcelsByMonth = async () => {
  const months = ledgers.shipments.find({ plan: { $ne: null } }).sort({ 'plan.periodStart': 1 })
  return (await months.toArray()).map(({ parcels }) => parcels.length)
}
/** The entries of the tab 'Logs', the latest first, once there are that many. */
const logTexts = async (count: number) => {
  const rows = admin.locator('.logs .ant-table-row')
  await rows.nth(count - 1).waitFor()
  return rows.allTextContents()
}

describe('a customer and an operator', () => {
  test('when the customer orders and subscribes, then both are paid', async () => {
    customer = await open('/terms-of-service', account)
    const [contactId = ''] = await Promise.all(targets.map((name) => addTarget(customer, name)))
    await buyPotatoes(customer, stack(), contactId)
    await buyPlanOfThree(customer, stack())
    await eventually(
      async () => (await lists.orders()).filter(({ status }) => status === 'paid').length === 2,
    )
    await eventually(async () => (await lists.plan())?.parcelsDue === 3)
    await seeHistory(customer, 'Paid', 1)
  })

  test('when the operator logs in, then the tabs show the counts', async () => {
    expectRefusals('401 /api/admin/login')
    admin = await open('/admin')
    await logIn(admin, 'prankster')
    await noteOf(admin, 'Login Failed', 'Invalid admin password.').waitFor()
    await logIn(admin, stack().adminPassword)
    await noteOf(admin, 'Login Successful').waitFor()
    for (const tab of ['Orders (2)', 'Active (1)', 'Logs (1)', 'Mail (0)']) await tabOf(admin, tab).waitFor()
    await seeFigure(admin, 'Monthly recurring', '$14.97')
  })

  test('when the order is set to shipped by keyboard, then toast and history say so, and its documents name no sender', async () => {
    const order = (await lists.orders()).find(({ subscriptionType }) => subscriptionType === 'once')
    const { press } = keyboardOf(admin)
    await admin.getByRole('article', { name: String(order?.orderNumber) }).waitFor()
    for (const key of ['j', 'j', 'Enter']) await press(key)
    const drawer = admin.getByRole('dialog', { name: `Order ${order?.orderNumber}` })
    await drawer.getByText('by payment').waitFor()
    for (const status of ['Processing', 'Shipped']) {
      for (const key of ['s', 'ArrowDown']) await press(key)
      await admin.locator('.ant-select-dropdown:visible').waitFor()
      for (const key of ['ArrowDown', 'Enter']) await press(key)
      const description = `Order ${order?.orderNumber} is ${status} now.`
      await noteOf(admin, 'Status Updated', description).waitFor()
      await drawer.locator('.status-badge', { hasText: status }).first().waitFor()
    }
    const [popup] = await Promise.all([admin.waitForEvent('popup'), press('p')])
    await popup.close()
    for (const key of ['p', 'l'] as const) {
      const text = await printedBy(admin, key)
      expect(text).toContain(targets[0])
      for (const secret of [account.email, account.firstName, account.lastName])
        expect(text.toLowerCase()).not.toContain(secret.toLowerCase())
    }
    await press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    await seeHistory(customer, 'Shipped', 1)
  })

  test('when the month is shipped with a double click, then exactly three parcels leave, and all services are notified', async () => {
    expectRefusals('409 /api/admin/ship-subscription-prank')
    const rival = await admin.context().newPage()
    await rival.goto('/admin?tab=plans')
    const stale = shipFormOf(rival)
    await stale.open()
    await stale.button('Shuffle').click()

    await admin.bringToFront()
    await goToTab(admin, 'plans')
    await card().getByText('Never shipped').waitFor()
    const form = shipFormOf(admin)
    await form.open()
    const ship = form.button('Ship All 3 Pranks')
    // The form opens with the month's draw filled in.
    await eventually(() => ship.isEnabled())
    await form.button('Shuffle').click()
    const rows = await form.rows.allTextContents()
    expect(targets.map((name) => rows.filter((row) => row.includes(name)).length)).toEqual([1, 1, 1])
    await form.dialog.getByLabel('Tracking number prefix').fill('PREFIX')
    await form.dialog.getByLabel('Admin notes').fill('Handle with care')
    await ship.dblclick()
    await noteOf(admin, 'Pranks Shipped', '3 parcels for Wilma Ravenscroft').waitFor()
    await form.dialog.waitFor({ state: 'hidden' })
    expect(await parcelsByMonth()).toEqual([3])

    await rival.bringToFront()
    await stale.button('Ship All 3 Pranks').click()
    await noteOf(rival, 'Shipping Failed', 'All 3 pranks of this month have been shipped already.').waitFor()
    expect(await parcelsByMonth()).toEqual([3])
    await rival.close({ runBeforeUnload: false })
  })

  test('when a month has been shipped, then plan, logs, order, history and achievements show it', async () => {
    await eventually(async () => (await lists.plan())?.fulfillmentStatus === 'green')
    await goToTab(admin, 'plans')
    await card().getByTitle('Fulfilment: green').waitFor()
    await card().getByText('Last shipped 0 days ago').waitFor()
    await card().getByText('0 of 3 due').waitFor()

    await eventually(async () => (await lists.logs()).length === 4)
    await goToTab(admin, 'logs')
    await tabOf(admin, 'Logs (4)').waitFor()
    const logs = await logTexts(4)
    expect(logs.map((text) => text.match(/^[A-Z][a-z]+?(?=[A-Z])/)?.[0])).toEqual([
      'Other',
      'Other',
      'Other',
      'Created',
    ])
    for (const n of [1, 2, 3]) expect(logs[3 - n]).toContain(`Parcel ${n} of 3 shipped`)

    await eventually(async () => (await lists.orders())[0]?.status === 'shipped')
    await goToTab(admin, 'orders')
    const month = admin.getByRole('article').filter({ hasText: 'SUBSCRIPTION' })
    await month.getByText('Items to Send (3)').waitFor()
    for (const n of [1, 2, 3]) {
      await month.getByText(`PREFIX-${n}`, { exact: true }).waitFor()
      await month.getByText(`Handle with care (Shipment ${n}/3)`).waitFor()
    }
    await month.locator('.status-badge', { hasText: 'Shipped' }).first().waitFor()

    await seeHistory(customer, 'PREFIX-', 3)
    await seeHistory(customer, 'Shipped', 4)
    await eventually(async () => {
      const achievements = await (await customer.request.get('/api/achievements')).json()
      return achievements.some(
        ({ id, progress }: { id: string; progress: number }) => id === 'serial-prankster' && progress === 4,
      )
    })
    await customer.goto('/achievements')
    const progress = customer.getByRole('listitem').filter({ hasText: 'Serial Prankster' })
    await progress.getByText('4/5').waitFor()
  })

  test('when a target is deleted during the next month, then its row fails alone, and another one settles it', async () => {
    expectRefusals('404 /api/admin/ship-subscription-prank')
    const { stripeSubscriptionId } = (await lists.plan()) ?? {}
    await sandboxOf(stack()).bill(String(stripeSubscriptionId), 'renew')
    await eventually(async () => (await lists.plan())?.fulfillmentStatus === 'yellow')
    await eventually(async () => (await lists.orders()).length === 3)
    await goToTab(admin, 'orders')
    await admin.getByRole('article').filter({ hasText: 'MONTHLY' }).waitFor()
    await goToTab(admin, 'plans')
    await card().getByTitle('Fulfilment: yellow').waitFor()
    await card().getByText('3 of 3 due').waitFor()

    const form = shipFormOf(admin)
    await form.open()
    for (const [n, target] of targets.entries()) {
      await form.pick(`Prank ${n + 1}`, 'Sock')
      await form.pick(`Target ${n + 1}`, target)
    }
    await removeTarget(customer, targets[2])
    await form.button('Ship All 3 Pranks').click()
    const gone = "This target is not in the customer's address book any more. Please choose another one."
    await noteOf(admin, 'Shipping Failed', gone).waitFor()
    await form.rows.nth(2).getByText(gone).waitFor()
    expect(await form.dialog.getByText('Shipped', { exact: true }).count()).toBe(2)
    expect(await parcelsByMonth()).toEqual([3, 2])
    await form.pick('Target 3', targets[0])
    await form.button('Retry 1 failed').click()
    await noteOf(admin, 'Pranks Shipped').waitFor()
    expect(await parcelsByMonth()).toEqual([3, 3])
    await eventually(async () => (await lists.orders()).every(({ status }) => status === 'shipped'))
    await seeHistory(customer, 'Shipped', 7)
  })

  test('when a renewal fails, then operator and customer see it until it is paid', async () => {
    const { stripeSubscriptionId } = (await lists.plan()) ?? {}
    const bill = (how: 'renew' | 'fail-renewal') => sandboxOf(stack()).bill(String(stripeSubscriptionId), how)
    await bill('fail-renewal')
    await eventually(async () => (await lists.plan())?.status === 'past_due')
    await goToTab(admin, 'plans')
    await tabOf(admin, 'Active (1)').waitFor()
    await card().getByText('Past due', { exact: true }).waitFor()
    await seeFigure(admin, 'Past due plans', 'Payment failed')
    await customer.goto('/dashboard?tab=account')
    const alert = customer.getByRole('alert').filter({ hasText: 'Your last payment did not go through.' })
    await alert.getByText('We will try your card again in the next days.').waitFor()

    await bill('renew')
    await eventually(async () => (await lists.logs())[0]?.details.startsWith('Recovered'))
    await alert.waitFor({ state: 'hidden' })
    await goToTab(admin, 'plans')
    await card().getByText('Active', { exact: true }).waitFor()
    await goToTab(admin, 'logs', { status: 'updated' })
    await admin.locator('.logs-change', { hasText: 'Past Due' }).first().waitFor()
    expect(await logTexts(4)).toEqual([
      expect.stringContaining('Recovered'),
      expect.stringContaining('Renewed'),
      expect.stringMatching(/Active.*Past Due/),
      expect.stringContaining('Renewed'),
    ])
  })

  test('when the customer cancels, then the plan is ended everywhere, and nothing more is shipped for it', async () => {
    const { stripeSubscriptionId, userId } = (await lists.plan()) ?? {}
    await goToTab(admin, 'plans')
    await cancelPlan(customer)
    await seeFigure(admin, 'Monthly recurring', '$0.00')
    await tabOf(admin, 'Active (0)').waitFor()
    await admin.getByText('No Active Subscriptions').waitFor()
    await admin.getByLabel('Status filter').click({ force: true })
    await choose(admin, 'Cancelled')
    await card().waitFor()
    expect(await card().getByRole('button', { name: 'Ship Pranks for This Month' }).count()).toBe(0)

    await eventually(async () => (await lists.logs())[0]?.action === 'cancelled')
    await goToTab(admin, 'logs')
    await admin.getByText('Cancelled by the customer.').waitFor()
    const [contact] = await (await customer.request.get('/api/contacts')).json()
    const [prank] = await (await customer.request.get('/api/pranks')).json()
    const parcel = { stripeSubscriptionId, userId, prankId: prank.id, contactId: contact.id, quantity: 1 }
    await eventually(async () => (await ledgers.shipments.countDocuments({ parcelsDue: { $gt: 0 } })) === 0)
    const answer = await admin.request.post('/api/admin/ship-subscription-prank', {
      data: { ...parcel, adminPassword: stack().adminPassword },
    })
    expect([answer.status(), (await answer.json()).message]).toEqual([
      409,
      'This plan has ended: nothing more is shipped for it.',
    ])
  })

  test('when the log is lost and rebuilt, then the list is as before', async () => {
    const before = await lists.logs()
    await ledgers.logs.deleteMany({})
    await goToTab(admin, 'logs')
    await admin.getByText('No Subscription Activity').waitFor()
    expect(await rebuildLogs(stack())).toContain(`${before.length} entries written`)
    expect(await lists.logs()).toEqual(before)
    await admin.getByRole('button', { name: 'Refresh' }).click()
    expect(await logTexts(before.length)).toHaveLength(before.length)
    // All calls of the story were checked against the API's document.
    const called = [...wire().seen.values()].filter((statuses) => statuses.size > 0)
    expect(called.length).toBeGreaterThan(30)
  })
})
