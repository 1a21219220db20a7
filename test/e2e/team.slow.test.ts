import type { QueuedParcel } from '@prankpost/contracts'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { callAs } from '../support/access/callers.ts'
import { mailsTo } from '../support/mails.ts'
import { accept, invite, signIn } from '../support/operator-accounts.ts'
import { eventually, goToTab, logIn, noteOf, tabOf } from '../support/operator-page.ts'
import { invitationTo } from '../support/operators.ts'
import { withRealStore } from '../support/real-store.ts'
import { sandboxOf } from '../support/sandbox.ts'
import { Shopper } from '../support/shopper.ts'

/*
 * One day of a small team. The other stories have what is not in this one: sixty parcels by scanner (parcels.test.ts),
 * a prank that sells out (catalog.test.ts) and a code that is used up (discounts.test.ts).
 */
const { expectRefusals, open, stack } = withRealStore({ ownStack: true, isOneStory: true })
const people = Object.fromEntries(
  ['Packer', 'Support'].map((role) => [
    role,
    { name: `Kim ${role}`, email: `kim-${role}-${process.pid}@shop.test`.toLowerCase() },
  ]),
) as Record<'Packer' | 'Support', { name: string; email: string }>
let owner: Page
let packer: Page
let supporter: Page
let shopper: Shopper
const orders: string[] = []

/** A click on something that still moves has no effect. */
async function openStill(address: string): Promise<Page> {
  const page = await open(address)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.reload()
  return page
}
async function read<T>(path: string): Promise<T> {
  const headers = { 'x-admin-password': stack().adminPassword }
  const answer = await fetch(`${stack().baseUrl}/api/admin/${path}`, { headers })
  expect(answer.status).toBe(200)
  return (await answer.json()) as T
}
const toPack = () => read<{ items: QueuedParcel[]; total: number }>('parcels?status=to_pack')

beforeAll(async () => {
  shopper = await new Shopper(stack()).signUp()
  for (let count = 0; count < 2; count++) {
    const { orderId, sessionId } = await shopper.checkOut(2)
    await sandboxOf(stack()).pay(sessionId)
    orders.push(orderId)
  }
  const message = { name: 'Pat', email: shopper.email, subject: 'One sock?', message: 'Where is the other?' }
  await shopper.insist('POST', '/api/contact-submit', message, 201)
  await eventually(async () => (await toPack()).total === 2)
}, 120_000)

test('when the owner invites a packer and a supporter, then both set up their accounts, and see what their roles may see', async () => {
  owner = await openStill('/admin?tab=team')
  await logIn(owner, stack().adminPassword)
  await invite(owner, people.Packer, 'Packer')
  await invite(owner, people.Support, 'Support')
  packer = await openStill('/admin')
  await accept(packer, await invitationTo(stack(), people.Packer.email))
  await signIn(packer, people.Packer.email)
  await packer.getByRole('tab', { name: /^Parcels/ }).waitFor()

  supporter = await openStill('/admin')
  await accept(supporter, await invitationTo(stack(), people.Support.email))
  await signIn(supporter, people.Support.email)
  await supporter.getByRole('tab', { name: /^Orders/ }).waitFor()
  // A link of the owner to something that is not for this role.
  await goToTab(supporter, 'team')
  await supporter.getByRole('tab', { name: /^Orders/ }).waitFor()
  expect(await tabOf(supporter, 'Team').count()).toBe(0)
  await goToTab(supporter, 'pranks')
  await supporter.getByRole('article', { name: 'Raw Potato' }).waitFor()
  expect(await supporter.getByRole('button', { name: 'Add Prank' }).count()).toBe(0)
}, 120_000)

test('when the supporter replies, then the customer gets a mail, and the message names who answers', async () => {
  await goToTab(supporter, 'mail')
  const message = supporter.getByRole('article', { name: 'One sock?' })
  await message.getByRole('button', { name: 'Answer' }).click()
  const thread = supporter.getByRole('dialog', { name: 'One sock?' })
  await thread.getByRole('button', { name: 'Assign to Me' }).click()
  await thread.getByText('Assigned to you').waitFor()
  await thread.getByLabel('Answer', { exact: true }).fill('It travels alone.')
  await thread.getByRole('button', { name: 'Send Answer' }).click()
  await noteOf(supporter, 'Answer Sent', shopper.email).waitFor()
  await eventually(async () =>
    (await mailsTo(stack(), shopper.email)).some(({ text }) => text.includes('It travels alone.')),
  )
  await goToTab(owner, 'mail')
  await owner.getByRole('article', { name: 'One sock?' }).getByText(people.Support.name).waitFor()
}, 120_000)

test('when the owner holds a parcel, then the packer, whose page is older, cannot ship it', async () => {
  const { items } = await toPack()
  const ids = items.map(({ id }) => id)
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
  await goToTab(owner, 'parcels', { status: 'label_printed' })
  await owner
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await owner.getByRole('menuitem', { name: 'Hold...' }).click()
  const dialog = owner.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Asked for another street')
  await dialog.getByRole('button', { name: 'Hold', exact: true }).click()
  await noteOf(owner, 'Parcel Held').waitFor()

  await packer.keyboard.press('s')
  const results = packer.getByRole('dialog', { name: /^Not shipped: 1 of 2/ })
  await results.getByText(/held/).waitFor()
  expect(await packer.content()).not.toContain(shopper.email)
}, 120_000)

test('when the supporter refunds an order and blocks its customer, then the trail names the supporter', async () => {
  await supporter.goto(`/admin?order=${orders[0]}`)
  const drawer = supporter.locator('.order-drawer')
  await drawer.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = supporter.getByRole('dialog', { name: /^Refund order/ })
  await dialog.getByLabel('An amount').check()
  await dialog.getByLabel('Amount in dollars').fill('1.50')
  await dialog.getByLabel('Reason').fill('One potato was small')
  await dialog.getByRole('button', { name: 'Refund $1.50' }).click()
  await noteOf(supporter, 'Refund Sent', '$1.50 of order').waitFor()

  await goToTab(supporter, 'customers', { q: shopper.email })
  await supporter.getByRole('article').filter({ hasText: shopper.email }).getByRole('button').last().click()
  await supporter.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click()
  await supporter.getByLabel('Reason, for colleagues').fill('Abuse')
  await supporter.keyboard.press('Enter')
  await noteOf(supporter, 'Customer Blocked').waitFor()
  const order = { ...(await shopper.cart()), status: 'pending_payment' }
  // Order learns of it by an event.
  await eventually(async () => (await shopper.call('POST', '/api/create-order-record', order)).status === 403)

  await goToTab(owner, 'audit')
  await owner.getByText(people.Support.name).first().waitFor()
}, 120_000)

test('when the owner reads the month, then it has both orders and the refund', async () => {
  await goToTab(owner, 'orders')
  await owner.getByRole('button', { name: 'Reports' }).click()
  const reports = owner.getByRole('dialog', { name: 'Reports' })
  await reports.getByText('Month', { exact: true }).click()
  // 4 potatoes, $1.50 back.
  await eventually(async () => {
    await reports.getByText('Week', { exact: true }).click()
    await reports.getByText('Month', { exact: true }).click()
    return reports.getByText('$18.46').first().isVisible()
  })
  expectRefusals(/^40[13] /)
}, 120_000)
