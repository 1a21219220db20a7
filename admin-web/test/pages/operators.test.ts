import type { Operator } from '@prankpost/contracts/operator'
import { describe, expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { idOf, messageOf, orderOf, planOf } from '../samples.ts'
import { noteOf, storedIn, until, withAdmin } from './admin.ts'
import { operatorOf } from './fake-api.ts'
import { FakeOrders } from './fake-orders.ts'
import { FakePlans } from './fake-plans.ts'

const { api, open } = withAdmin()
const account = { 'prankpost-admin-account': 'kim@shop.test' }
const openOwn = (address = '', stored: Record<string, string> = {}) =>
  open(address, { stranger: true, stored: { ...account, ...stored } })
const list = (...items: object[]) => ({ body: { items, total: items.length, nextCursor: null } })
const signIn = 'POST /api/operators/sign-in'

/** Each tab, with the role that may do least of those that see it. */
const leastRoles = [
  ['viewer', ['Orders', 'Active', 'Logs', 'Mail', 'Discounts', 'Customers', 'Settings']],
  ['support', ['Mail', 'Cases', 'Do Not Prank']],
  ['manager', ['Dead Letters', 'Audit', 'Settings']],
  ['packer', ['Parcels', 'Pranks']],
] as const

test('when each tab and the details are opened by the least role, then all of them load, and no call is refused', async () => {
  new FakeOrders().on(api, [orderOf(1)])
  new FakePlans().on(api, [planOf(1)])
  api.messages = [messageOf(1)]
  api.operator = operatorOf('viewer')
  const page = await openOwn('', { 'prankpost-admin-overview': '' })
  for (const [role, names] of leastRoles) {
    // An image makes no calls, so none of the previous role arrives late.
    if (role !== 'viewer') await page.goto('/admin/favicon.png')
    Object.assign(api, { operator: operatorOf(role), calls: [] })
    if (role !== 'viewer') await page.goto('/admin')
    for (const name of names) {
      const isIt = { name: new RegExp(`^${name}`) }
      await page.getByRole('tab', isIt).click()
      await page.getByRole('tabpanel', isIt).locator('.card, table, .empty-state').first().waitFor()
      if (name !== 'Orders' && name !== 'Active') continue
      // Nor do the keys offer what the role may not do.
      await page.keyboard.press('j')
      await page.locator('[data-active]').waitFor()
      await page.keyboard.press('s')
      expect([page.url().includes('ship='), await page.getByRole('dialog').count()]).toEqual([false, 0])
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').getByText('@example.com').first().waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    }
    const refused = api.calls.filter(({ key }) => key.includes('/api/admin/') && !mayCall(key))
    expect([role, refused.map(({ key }) => key)]).toEqual([role, []])
    expect(await page.getByRole('alert').count()).toBe(0)
  }
})

/** Whether the role may make a call; `plan-draw` has an id that is not one of ours. */
const mayCall = (key: string) =>
  api.operator?.may.includes(
    key
      .replace(/\/plan-draw\/.*/, '/plan-draw/:stripeSubscriptionId')
      .replace(/(user-contacts|sent-pranks)\/:id/, '$1/:userId'),
  )

describe('the sign-in', () => {
  test('when the shared password is off, then the login says so, and the own account is used', async () => {
    const message = 'The shared password is off. Please sign in with your email.'
    api.plans['POST /api/admin/login'] = { status: 401, body: { message, code: 'unauthorized' } }
    api.plans[signIn] = ({ body }) =>
      body.code === undefined
        ? { status: 422, body: { message: 'A code is needed.', code: 'code_required' } }
        : { body: operatorOf('owner') }
    const page = await open('?tab=team', { stranger: true })
    await page.getByLabel('Password', { exact: true }).fill('prankmaster')
    await page.keyboard.press('Enter')
    await noteOf(page, 'Login Failed', message).waitFor()

    await page.getByRole('button', { name: 'Use your own account' }).click()
    expect(await violationsOf(page)).toEqual([])
    await page.getByLabel('Email', { exact: true }).fill(' kim@shop.test ')
    await page.getByLabel('Password', { exact: true }).fill('seven quiet snails')
    await page.keyboard.press('Enter')
    await page.getByLabel('One-time code').fill('123 456')
    api.operator = operatorOf('owner')
    await page.keyboard.press('Enter')
    // The way back: the tab of the address.
    await page.getByText('No Colleagues Yet').waitFor()
    expect(api.callsOf(signIn).map(({ body }) => body)).toEqual([
      { email: 'kim@shop.test', password: 'seven quiet snails' },
      { email: 'kim@shop.test', password: 'seven quiet snails', code: '123 456' },
    ])
    expect([await storedIn(page, 'adminPassword'), await storedIn(page, 'prankpost-admin-login')]).toEqual([
      null,
      'account',
    ])
  })
})

describe('a session', () => {
  test('when the role becomes smaller, then only what it may see is left; when codes become required, they are set up', async () => {
    api.operator = operatorOf('viewer')
    const page = await openOwn('?tab=customers')
    await page.getByText('No Customers Yet').waitFor()
    api.operator = operatorOf('packer')
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByRole('tab', { name: /^Customers/ }).waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: /^Parcels/, selected: true }).waitFor()

    api.operator = operatorOf('manager', { needsTotp: true })
    api.plans['POST /api/operators/totp'] = { status: 503, body: { message: 'A break.' } }
    // A poll may notice it before the click does.
    const click = page.getByRole('tab', { name: /^Pranks/ }).click()
    await Promise.race([click, page.getByRole('heading', { name: 'One-time Codes' }).waitFor()])
    await page.getByRole('heading', { name: 'One-time Codes' }).waitFor()
    await page.getByText('A break.').waitFor()
    api.plans['POST /api/operators/totp'] = { body: { secret: 'ABCD2345', uri: 'otpauth://totp/x' } }
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByText('ABCD2345').waitFor()
    expect(await violationsOf(page)).toEqual([])
  })

  test('when one-time codes are set up, then the recovery codes stay until the operator has saved them', async () => {
    api.operator = operatorOf('viewer')
    api.plans['POST /api/operators/totp'] = { body: { secret: 'ABCD2345', uri: 'otpauth://totp/x' } }
    api.plans['GET /api/operators/sessions'] = { body: [] }
    const page = await openOwn()
    await page.getByRole('button', { name: 'Your account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Your account' })
    await dialog.getByRole('button', { name: 'Set Up One-time Codes' }).click()
    await dialog.getByLabel('Enter the six digits').fill('123456')
    let confirm = () => {}
    const confirmed = new Promise<void>((resolve) => {
      confirm = resolve
    })
    api.plans['POST /api/operators/totp/confirm'] = async () => {
      await confirmed
      api.operator = operatorOf('viewer', { hasTotp: true })
      return { body: { recoveryCodes: ['snail-snail'] } }
    }
    await page.keyboard.press('Enter')
    await until(() => api.callsOf('POST /api/operators/totp/confirm').length === 1)
    const tryToClose = async () => {
      await page.mouse.click(5, 5)
      await page.keyboard.press('Escape')
      expect(await dialog.getByRole('button', { name: 'Close' }).count()).toBe(0)
    }
    await tryToClose()
    confirm()
    await dialog.getByText('snail-snail').waitFor()
    await tryToClose()
    expect(await dialog.getByText('snail-snail').isVisible()).toBe(true)
    await dialog.getByRole('button', { name: 'I Have Saved Them' }).click()
    await dialog.getByText('On. The owner can reset them').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  })

  test('when the page gets no input for ten minutes, then nothing is polled until the next input', async () => {
    api.operator = operatorOf('packer')
    const page = await open('', { stranger: true, stored: account, clock: true })
    const polls = () => api.callsOf('GET /api/admin/pranks').length
    await until(async () => polls() > 0)
    await page.waitForLoadState('networkidle')
    const first = polls()
    await page.clock.fastForward(5 * 60_000)
    await until(async () => polls() > first)
    await page.clock.fastForward(5 * 60_000)
    const last = polls()
    await page.clock.fastForward(20 * 60_000)
    expect(polls()).toBe(last)
    await page.mouse.move(50, 50)
    await until(async () => {
      await page.clock.fastForward(30_000)
      return polls() > last
    })
  })
})

test('when an invitation cannot be read, or its link was used or is incomplete, then the page says so, with a way out', async () => {
  api.plans['POST /api/operators/invitation'] = { status: 503, body: { message: 'A break.' } }
  const page = await open('/invitation#token=abc', { stranger: true })
  await page.getByText('A break.').waitFor()
  api.plans['POST /api/operators/invitation'] = {
    body: { name: 'Kim', email: 'kim@shop.test', role: 'packer' },
  }
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByLabel('New password').fill('too short')
  expect(await page.getByRole('button', { name: 'Set Password' }).isDisabled()).toBe(true)
  expect(await violationsOf(page)).toEqual([])
  const used = 'This link was used already or is too old.'
  api.plans['POST /api/operators/invitation'] = { status: 400, body: { message: used } }
  await page.reload()
  await page.getByRole('alert').getByText(used).waitFor()
  await page.goto('/admin/invitation')
  await page.getByText('This link is incomplete.').waitFor()
  await page.getByRole('link', { name: 'Go to the sign-in' }).click()
  await page.getByRole('heading', { name: 'Admin Access' }).waitFor()
})

test('the team, when the list fails, then it can be read again; actions ask first, and each refusal shows its reason', async () => {
  const pat: Operator = {
    id: idOf(1),
    name: 'Pat',
    email: 'pat@shop.test',
    role: 'manager',
    state: 'active',
    hasTotp: true,
    createdAt: '2026-01-02T15:05:00.000Z',
    lastSeenAt: null,
  }
  api.plans['GET /api/admin/operators'] = { status: 503, body: { message: 'A break.' } }
  const page = await open('?tab=team')
  await page.getByText('A break.').waitFor()
  api.plans['GET /api/admin/operators'] = list(pat)
  await page.getByRole('button', { name: 'Retry' }).click()
  const card = page.getByRole('article', { name: 'Pat' })
  await card.waitFor()
  // Away from what is below the button that was clicked.
  await page.mouse.move(5, 5)
  expect(await violationsOf(page)).toEqual([])
  await card.getByRole('button', { name: 'Reset Codes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  const change = 'PATCH /api/admin/operators/:id'
  expect(api.callsOf(change)).toEqual([])
  await card.getByRole('button', { name: 'New Password' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send Link' }).click()
  await noteOf(page, 'Link Sent', 'Pat').waitFor()
  expect(api.callsOf(change).map(({ body }) => body)).toEqual([{ invite: true }])
  api.plans['DELETE /api/admin/operators/:id'] = { status: 409, body: { message: 'The only owner.' } }
  await card.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await noteOf(page, 'Error', 'The only owner.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  const invite = 'POST /api/admin/operators'
  api.plans[invite] = { status: 409, body: { message: 'There is one already.' } }
  await page.keyboard.press('n')
  const dialog = page.getByRole('dialog', { name: 'Invite a colleague' })
  await dialog.getByLabel('Name').fill('Kim')
  await dialog.getByLabel('Email').fill('pat@shop.test')
  await page.keyboard.press('Enter')
  await dialog.getByText('There is one already.').waitFor()
  expect(api.callsOf(invite).map(({ body }) => body)).toEqual([
    { name: 'Kim', email: 'pat@shop.test', role: 'packer' },
  ])
})
