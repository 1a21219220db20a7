import { type AdminOrder, type QueuedParcel, serviceNames } from '@prankpost/contracts'
import { until } from '@prankpost/test-harness'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { callAs } from '../support/access/callers.ts'
import { toastOf } from '../support/customer.ts'
import { keyboardOf } from '../support/keyboard.ts'
import { tokensTo } from '../support/mails.ts'
import { poison } from '../support/operator-backstage.ts'
import {
  adminLists,
  choose,
  eventually,
  goToTab,
  logIn,
  noteOf,
  openAs,
  tabOf,
} from '../support/operator-page.ts'
import { hire } from '../support/operators.ts'
import { newAccount, withRealStore } from '../support/real-store.ts'
import { sandboxOf } from '../support/sandbox.ts'
import { Shopper } from '../support/shopper.ts'

const { open, stack } = withRealStore({ ownStack: true, isOneStory: true })
const ups = '1Z999AA10123456784'
/** The owner, with the shared password, and two colleagues. */
let admin: Page
let packer: Page
let supporter: Page
const names = { packer: 'Kim Packer', support: 'Kim Support' }
let shopper: Shopper
let lists: ReturnType<typeof adminLists>
/** The orders by what happens to them. */
const ids = { sent: '', cancelled: '', disputed: '' }

/** Buys potatoes; returns the order's id, once it is paid. */
async function buy(quantity: number) {
  const { orderId, sessionId } = await shopper.checkOut(quantity)
  await sandboxOf(stack()).pay(sessionId)
  await eventually(async () => (await orderOf(orderId)).status === 'paid')
  return orderId
}
async function orderOf(id: string): Promise<AdminOrder> {
  const order = (await lists.orders()).find((one) => one.id === id)
  if (order === undefined) throw new Error(`no order ${id}`)
  return order
}
/** What the sandbox has sent back for an order, in cents. */
async function returnedFor(id: string) {
  const { stripePaymentIntentId } = await orderOf(id)
  const { refunds } = await sandboxOf(stack()).state()
  const made = refunds.filter(({ payment_intent }) => payment_intent === stripePaymentIntentId)
  return made.map(({ amount, status }) => [amount, status])
}
/** Opens the details of an order, fresh. */
async function openOrder(id: string, page = admin) {
  await page.goto(`/admin?order=${id}`)
  const drawer = page.locator('.order-drawer')
  await drawer.getByText('by payment').waitFor()
  return drawer
}
/** Sets the open order, which is paid, to shipped: two further in the list of statuses. */
async function setToShipped() {
  const { press } = keyboardOf(admin)
  for (const key of ['s', 'ArrowDown']) await press(key)
  await admin.locator('.ant-select-dropdown:visible').waitFor()
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await press(key)
  await noteOf(admin, 'Status Updated', 'Shipped').waitFor()
}

beforeAll(async () => {
  lists = adminLists(stack())
  shopper = await new Shopper(stack()).signUp()
  for (const id of Object.keys(ids) as (keyof typeof ids)[]) ids[id] = await buy(2)
  admin = await open('/admin')
  await logIn(admin, stack().adminPassword)
  await noteOf(admin, 'Login Successful').waitFor()
  const colleague = async (role: keyof typeof names) => {
    const { cookie, email } = await hire(stack(), role, { name: names[role] })
    return openAs(await open('/support'), cookie, '/admin', email)
  }
  packer = await colleague('packer')
  supporter = await colleague('support')
})

describe('the operator and paid orders', () => {
  test('when the supporter refunds a part, then the provider returns it once, and order and customer show it', async () => {
    const drawer = await openOrder(ids.sent, supporter)
    await drawer.getByRole('button', { name: 'Refund', exact: true }).click()
    const dialog = supporter.getByRole('dialog', { name: /^Refund order/ })
    await dialog.getByText('Paid $9.98, refunded $0.00, left $9.98').waitFor()
    await dialog.getByLabel('An amount').check()
    await dialog.getByLabel('Amount in dollars').fill('1.50')
    await dialog.getByLabel('Reason').fill('One potato was small')
    await dialog.getByRole('button', { name: 'Refund $1.50' }).dblclick()
    await noteOf(supporter, 'Refund Sent', '$1.50 of order').waitFor()
    await dialog.waitFor({ state: 'detached' })
    await drawer.getByText('\u2212$1.50 refunded').waitFor()
    const refunds = drawer.getByRole('region', { name: 'Refunds' })
    await refunds.getByText('One potato was small').waitFor()
    await refunds.locator('.status-badge', { hasText: 'Succeeded' }).waitFor()
    expect(await returnedFor(ids.sent)).toEqual([[150, 'succeeded']])
    expect((await shopper.call('GET', `/api/orders/${ids.sent}`)).body).toMatchObject({
      total: '9.98',
      refunded: '1.50',
    })
  })

  test('when a parcel gets a number and arrives, then its carrier is linked, and the order is delivered', async () => {
    const drawer = await openOrder(ids.sent)
    const track = drawer.getByRole('button', { name: 'Tracking of Raw Potato to Gerald Snail' })
    const dialog = admin.getByRole('dialog', { name: /^Tracking/ })
    await track.click()
    await dialog.getByText('It was not sent yet: set the order to Shipped first.').waitFor()
    expect(await dialog.getByLabel('Delivered').isDisabled()).toBe(true)
    await admin.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await setToShipped()
    await track.click()
    await dialog.getByLabel('Tracking number').fill(ups)
    await dialog.getByText('Recognized as UPS.').waitFor()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await noteOf(admin, 'Tracking Saved').waitFor()
    await dialog.waitFor({ state: 'detached' })
    const link = drawer.getByRole('link', { name: ups })
    expect(await link.getAttribute('href')).toMatch(/^https:\/\/www\.ups\.com\//)
    expect(await drawer.getByRole('row', { name: ups }).textContent()).toContain('UPS')

    await track.click()
    await dialog.getByLabel('Delivered').check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await drawer.locator('.card-head .status-badge', { hasText: 'Delivered' }).first().waitFor()
    expect(await drawer.getByRole('button', { name: 'Cancel Order' }).count()).toBe(0)
    const { body } = await shopper.call('GET', `/api/orders/${ids.sent}`)
    expect(body).toMatchObject({
      status: 'delivered',
      items: [{ status: 'delivered', carrier: 'UPS', trackingNumber: ups }],
    })
    expect(body.items[0].trackingUrl).toBe(await link.getAttribute('href'))
  })

  test('when an order is cancelled, then all of it is refunded, and nothing of it is due', async () => {
    const drawer = await openOrder(ids.cancelled)
    await drawer.getByRole('button', { name: 'Cancel Order' }).click()
    const dialog = admin.getByRole('dialog', { name: /^Cancel order/ })
    await dialog.getByText('1 parcel will not be sent').waitFor()
    await dialog.getByLabel('Reason').fill('The customer called')
    await dialog.getByRole('button', { name: 'Cancel Order' }).dblclick()
    await noteOf(admin, 'Order Cancelled', 'Refund: $9.98.').waitFor()
    await drawer.getByRole('region', { name: 'Cancellation' }).getByText('The customer called').waitFor()
    await drawer.locator('.card-head .status-badge', { hasText: 'Cancelled' }).first().waitFor()
    await drawer.getByText('\u2212$9.98 refunded').waitFor()
    expect(await returnedFor(ids.cancelled)).toEqual([[998, 'succeeded']])
    expect(await drawer.getByRole('button', { name: 'Refund', exact: true }).count()).toBe(0)
  })

  test('when the bank opens a dispute, then the order is held and needs attention until it is won', async () => {
    const { stripePaymentIntentId, orderNumber } = await orderOf(ids.disputed)
    const sandbox = sandboxOf(stack())
    const { body } = await sandbox.dispute(String(stripePaymentIntentId), 'product_not_received')
    await eventually(async () => (await orderOf(ids.disputed)).disputes.length === 1)
    await admin.goto('/admin')
    const box = admin.getByRole('figure', { name: 'Needs attention' })
    await box.getByText('1 task', { exact: true }).waitFor()
    await box.getByText('product not received').waitFor()
    const card = admin.locator(`#order-${ids.disputed}`)
    await card.getByText('Held', { exact: true }).first().waitFor()
    await box.getByRole('link', { name: `Order ${orderNumber}` }).click()
    const drawer = admin.locator('.order-drawer')
    await drawer.getByRole('region', { name: 'Disputes' }).getByText('Unsent parcels are held.').waitFor()

    await sandbox.closeDispute(body.id, true)
    await eventually(async () => (await orderOf(ids.disputed)).disputes[0]?.status === 'won')
    await admin.goto('/admin')
    await box.getByText('Nothing needs attention.').waitFor()
    await card.waitFor()
    expect(await card.getByText('Held', { exact: true }).count()).toBe(0)
  })
})

describe('messages to the operators', () => {
  test('when the customer writes, then one can note it, another answers, the customer reads the thread behind the link of the mail, and answers there', async () => {
    const account = newAccount()
    const customer = await open('/support', account)
    const form = customer.getByRole('region', { name: 'Contact Us' })
    await eventually(async () => (await form.getByLabel('Email').inputValue()) === account.email)
    await form.getByLabel('Subject').fill('One sock?')
    await form.getByLabel('Message').fill('Where is the other one?')
    await form.getByRole('button', { name: 'Send Message' }).click()
    await toastOf(customer, "Thank you! We'll get back to you within 24 hours.").waitFor()

    await goToTab(admin, 'mail')
    await tabOf(admin, 'Mail (1)').waitFor()
    const mail = admin.getByRole('article', { name: 'One sock?' })
    await mail.getByText('Where is the other one?').waitFor()
    await mail.getByText(account.email).waitFor()
    await mail.getByRole('combobox').click({ force: true })
    const saves: unknown[] = []
    admin.on('request', (request) => request.method() === 'PUT' && saves.push(request.postDataJSON()))
    const nextSave = async () =>
      (await admin.waitForResponse((response) => response.request().method() === 'PUT')).status()
    const statusSave = nextSave()
    await choose(admin, 'In Progress')
    expect(await statusSave).toBe(200)
    await mail.locator('.status-badge', { hasText: 'In Progress' }).waitFor()
    const notesSave = nextSave()
    await mail.getByLabel('Admin Notes').fill('It was shipped on Friday.')
    expect(await notesSave).toBe(200)
    expect(saves).toMatchObject([{ status: 'in_progress' }, { adminNotes: 'It was shipped on Friday.' }])

    await goToTab(supporter, 'mail')
    const theirs = supporter.getByRole('article', { name: 'One sock?' })
    expect(await theirs.getByLabel('Admin Notes').inputValue()).toBe('It was shipped on Friday.')
    await theirs.getByText(/Answer due in 2[34] h/).waitFor()
    await theirs.getByRole('button', { name: 'Answer' }).click()
    const answering = supporter.getByRole('dialog', { name: 'One sock?' })
    await answering.getByRole('button', { name: 'Assign to Me' }).click()
    await answering.getByText('Assigned to you').waitFor()
    await answering.getByLabel('Answer', { exact: true }).fill('There is only <b>one</b>.\nIt is a prank.')
    await answering.getByRole('button', { name: 'Send Answer' }).click()
    await noteOf(supporter, 'Answer Sent', account.email).waitFor()

    const token = await until(async () => (await tokensTo(stack(), account.email, 'messages'))[0])
    await customer.goto(`/messages#token=${token}`)
    await customer.getByText('There is only <b>one</b>.').waitFor()
    await customer.getByLabel('Your answer').fill('Well played.')
    await customer.getByRole('button', { name: 'Send Answer' }).click()
    await toastOf(customer, "Thank you! We'll get back to you within 24 hours.").waitFor()

    await admin.reload()
    await mail.getByText(/Answer due in 2[34] h/).waitFor()
    await mail.getByText(names.support).waitFor()
    await mail.getByRole('button', { name: 'Thread (2)' }).click()
    const thread = admin.getByRole('dialog', { name: 'One sock?' })
    await thread.getByText('Well played.').waitFor()
    await thread.getByRole('button', { name: 'Close' }).click()
    await mail.getByRole('button', { name: 'Delete' }).click()
    await admin.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await noteOf(admin, 'Message Deleted').waitFor()
    await tabOf(admin, 'Mail (0)').waitFor()
  })

  test('when a message cannot be read, then it is among the dead letters, also after a replay', async () => {
    const { total } = adminLists(stack())
    await poison(stack(), 'achievement', 'contact-saved', 'poison-1')
    await poison(stack(), 'subscription-logs', 'prank-shipped', 'poison-2')
    const lying = async () =>
      (await Promise.all(serviceNames.map((service) => total(`dead-letters/${service}`)))).reduce(
        (sum, n) => sum + n,
      )
    await eventually(async () => (await lying()) === 2)
    await goToTab(admin, 'dead-letters')
    // A read of dead letters holds them for a moment, so a count that is read meanwhile can be too low.
    await eventually(async () => {
      await admin.reload()
      const isShown = tabOf(admin, 'Dead Letters (2)').waitFor({ timeout: 20_000 })
      return isShown.then(
        () => true,
        () => false,
      )
    })
    const deadLetter = admin.getByRole('row').filter({ hasText: 'not a valid contact-saved' })
    await deadLetter.getByRole('button', { name: 'Replay message poison-1' }).click()
    await noteOf(admin, 'Messages Replayed', '1 replayed.').waitFor()
    await noteOf(admin, 'Failed Again', '1 message came back.').waitFor()
    await deadLetter.getByText('Failed again').waitFor()
    await tabOf(admin, 'Dead Letters (2)').waitFor()
    await eventually(async () => (await lying()) === 2)
  })
})

describe('a small team', () => {
  test('when the owner holds a parcel, then the packer, whose page is older, cannot ship it', async () => {
    await buy(1)
    const toPack = async () =>
      JSON.parse((await callAs(stack(), stack(), 'GET /api/admin/parcels?status=to_pack', {})).text)
    await eventually(async () => (await toPack()).total === 2)
    const ids = (await toPack()).items.map(({ id }: QueuedParcel) => id)
    await callAs(stack(), stack(), 'POST /api/admin/parcels/labels', { body: { ids } })
    const list = /\/api\/admin\/parcels\?.*status=label_printed/
    const loaded = packer.waitForResponse(list)
    await goToTab(packer, 'parcels', { status: 'label_printed' })
    const answer = await loaded
    const { 'content-encoding': _encoding, ...headers } = await answer.allHeaders()
    const earlier = { headers, body: await answer.text() }
    await packer.getByRole('row').nth(2).waitFor()
    await packer.keyboard.press('a')
    await packer.getByText('2 selected').waitFor()
    // The page stays as it is until the packer ships.
    await packer.route(list, (route) => route.fulfill(earlier))
    await goToTab(admin, 'parcels', { status: 'label_printed' })
    await admin
      .getByRole('button', { name: /^Actions for/ })
      .first()
      .click()
    await admin.getByRole('menuitem', { name: 'Hold...' }).click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByLabel('Reason').fill('Asked for another street')
    await dialog.getByRole('button', { name: 'Hold', exact: true }).click()
    await noteOf(admin, 'Parcel Held').waitFor()

    await packer.keyboard.press('s')
    const results = packer.getByRole('dialog', { name: /^Not shipped: 1 of 2/ })
    await results.getByText(/held/).waitFor()
    expect(await packer.content()).not.toContain(shopper.email)
  })

  test('when the owner reads the month, then it has all orders and refunds', async () => {
    await goToTab(admin, 'orders')
    await admin.getByRole('button', { name: 'Reports' }).click()
    const reports = admin.getByRole('dialog', { name: 'Reports' })
    await reports.getByText('Month', { exact: true }).click()
    // 7 potatoes, of which 2 were cancelled, and $1.50 back.
    await eventually(async () => {
      await reports.getByText('Week', { exact: true }).click()
      await reports.getByText('Month', { exact: true }).click()
      return reports.getByText('$23.45').first().isVisible()
    })
  })
})
