import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { keyboardOf } from '../../../test/support/keyboard.ts'
import { agreements, historyEntry, orderId } from '../order-samples.ts'
import { achievements, idOf, molly, planOf, sentences } from '../samples.ts'
import { never, toastOf, until, withStore } from './store.ts'

const { api, open } = withStore()
const cancelling = `POST /api/subscriptions/${planOf('active').id}/cancel`
const statusOf = (page: Page) => page.getByRole('region', { name: 'Subscription Status' })
const agreementsIn = (page: Page) => page.getByRole('region', { name: 'What You Agreed To' })
const openAccount = async (...plans: unknown[]) => {
  api.user = molly
  api.subscriptions = plans
  return await open('/dashboard?tab=account')
}

describe('the account', () => {
  test('when it is opened, then it shows the data of the customer, and each wording they agreed to, with time, version and price', async () => {
    const { order, plan, signUp } = agreements
    api.plans['GET /api/account/order-agreements'] = {
      body: [{ ...order, orderId, orderNumber: '00000777' }],
    }
    const page = await openAccount(
      { ...planOf('active'), agreement: plan },
      { ...planOf('cancelled'), id: idOf(701), agreement: { ...plan, price: '4.99' } },
    )
    const account = page.getByRole('region', { name: 'Account Information' })
    await account.getByText('Member Since').waitFor()
    expect(await account.getByRole('definition').allTextContents()).toEqual([
      'Molly Jester',
      'Dec 1, 2024',
      'Change Password',
      'molly@example.com',
    ])
    const entries = agreementsIn(page).getByRole('listitem')
    await entries.first().waitFor()
    expect(await agreementsIn(page).getByRole('heading', { level: 3 }).allTextContents()).toEqual([
      'Sign-up',
      'Your plan',
      'An earlier plan',
      'Order 00000777',
    ])
    const texts = await entries.allTextContents()
    expect(texts[0]).toContain(`"${signUp.wording}"`)
    expect(texts[0]).toMatch(/Nov 24, 2026.*, terms of December 2024$/)
    expect(texts[1]).toContain(`"${plan.wording}"`)
    expect(texts[1]).toMatch(/, \$14\.97 every month$/)
    expect(texts[3]).toMatch(/, \$14\.97$/)
    const link = entries.first().getByRole('link', { name: 'Terms of Service' })
    expect(await link.getAttribute('href')).toBe('/terms-of-service')
    expect(await page.getByRole('link', { name: 'Order 00000777' }).getAttribute('href')).toBe(
      `/order?id=${orderId}`,
    )
    expect(await violationsOf(page)).toEqual([])
  })

  test('when nothing is recorded or there is no active plan, then it says so, and leads to /subscribe; a failed read can be repeated', async () => {
    api.plans['GET /api/account/agreements'] = { status: 500, text: 'Boom' }
    const page = await openAccount()
    await agreementsIn(page).getByRole('alert').filter({ hasText: '500: Boom' }).waitFor()
    api.plans['GET /api/account/agreements'] = { body: [] }
    await agreementsIn(page).getByRole('button', { name: 'Try Again' }).click()
    await agreementsIn(page).getByText('Nothing is recorded yet.').waitFor()

    for (const [plans, count, link] of [
      [[], '0', 'Start Monthly Pranks'],
      [[planOf('cancelled')], '3', 'Reactivate Subscription'],
    ] as const) {
      api.subscriptions = [...plans]
      await page.reload()
      await statusOf(page).getByText('Inactive', { exact: true }).waitFor()
      await statusOf(page).getByText(count, { exact: true }).waitFor()
      expect(await statusOf(page).getByRole('link', { name: link }).getAttribute('href')).toBe('/subscribe')
      expect(await page.getByRole('button', { name: 'Cancel Subscription' }).count()).toBe(0)
    }
  })

  test('when the plan is active, then a dialog lets the customer keep or cancel it, and stays open with the reason of a failure', async () => {
    const page = await openAccount(planOf('active'), planOf('cancelled'))
    await statusOf(page).getByText('Active', { exact: true }).waitFor()
    await statusOf(page)
      .getByText(/upgrade, cancel this subscription and buy a new plan/)
      .waitFor()
    const button = statusOf(page).getByRole('button', { name: 'Cancel Subscription' })
    await button.click()
    const dialog = page.getByRole('dialog', { name: 'Cancel Subscription' })
    await dialog.waitFor()
    expect(await dialog.getByRole('definition').allTextContents()).toEqual(['3', '$14.97', 'Active'])
    for (const words of ['Cancellation is immediate', 'No future payments', 'reactivate'])
      await dialog.getByText(words).waitFor()
    await dialog.getByRole('button', { name: 'Keep Subscription' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(api.bodiesOf(cancelling)).toEqual([])

    await button.click()
    for (const [answer, why] of [
      [{ status: 503, body: { message: 'Stripe is asleep' } }, 'Stripe is asleep'],
      ['unavailable', 'Network connection failed'],
      [{ text: '<p>' }, 'could not read'],
    ] as const) {
      api.plans[cancelling] = answer
      await dialog.getByRole('button', { name: 'Cancel Subscription' }).click()
      await dialog.getByRole('alert').filter({ hasText: why }).waitFor()
    }
    const failed = 'Failed to cancel subscription. Please try again or contact support.'
    await toastOf(page, 'Cancellation Failed', failed).waitFor()

    api.plans[cancelling] = () => {
      api.subscriptions = [planOf('cancelled')]
      return { body: { message: 'Your plan has ended. Nobody else will be harmed.' } }
    }
    await dialog.getByRole('button', { name: 'Cancel Subscription' }).click()
    await toastOf(
      page,
      'Subscription Cancelled',
      'Your plan has ended. Nobody else will be harmed.',
    ).waitFor()
    await statusOf(page).getByRole('link', { name: 'Reactivate Subscription' }).waitFor()
    expect(api.bodiesOf(cancelling)).toEqual(Array(4).fill({ unsent: 'refund' }))
  })

  test('when it stays open, then it polls every 10 seconds, and stops when the customer leaves it', async () => {
    api.user = molly
    const page = await open('/dashboard?tab=subscriptions', { clock: true })
    await statusOf(page).getByText('Inactive', { exact: true }).waitFor()
    api.plans['GET /api/subscriptions'] = { body: [planOf('active')] }
    // What counts is the time in the page, whose clock also runs in real time.
    await page.evaluate(() => {
      const readsAt: number[] = []
      Reflect.set(globalThis, 'readsAt', readsAt)
      const real = globalThis.fetch
      globalThis.fetch = (...call) => {
        if (String(call[0]).endsWith('/api/subscriptions')) readsAt.push(Date.now())
        return real(...call)
      }
    })
    const readsAt = () => page.evaluate<number[]>('readsAt')
    while ((await readsAt()).length < 2) await page.clock.runFor(1_000)
    await statusOf(page).getByText('Active', { exact: true }).waitFor()
    const [second = 0, third = 0] = await readsAt()
    // With a poll every 5 seconds, this would be half of it.
    expect(third - second).toBeGreaterThan(8_000)
    await page.getByRole('tab', { name: 'History' }).click()
    await page.getByRole('heading', { name: 'Prank History' }).waitFor()
    const readsBefore = await readsAt()
    const polls = () => api.bodiesOf('GET /api/prank-history').length
    await until(() => polls() > 0)
    const pollsBefore = polls()
    await page.clock.runFor(25_000)
    await until(() => polls() > pollsBefore)
    expect(await readsAt()).toEqual(readsBefore)
  })

  test('when the session has ended in the meantime, then it offers to sign in again', async () => {
    api.plans['GET /api/subscriptions'] = { status: 401, body: { message: 'Unauthorized' } }
    const page = await openAccount()
    await page.getByRole('alert').getByRole('button', { name: 'Sign In' }).click()
    await page.getByRole('dialog', { name: 'Sign In' }).waitFor()
  })

  test('when the email is long, then a phone shows all of it', async () => {
    api.user = { ...molly, email: 'wolfeschlegelsteinhausenbergerdorffwarenhaus@customers.test' }
    const page = await open('/dashboard?tab=account', { width: 375 })
    const box = await page.getByRole('main').getByText(api.user.email).boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThan(375)
  })

  test('when customer or target have a long name without a space, then the history does not overflow on a phone', async () => {
    const firstName = 'Muhammadabdurrahmanson'
    api.user = { ...molly, firstName }
    const contactName = 'Wolfeschlegelsteinhausenbergerdorffwarenhaus'
    api.plans['GET /api/prank-history'] = { body: [{ ...historyEntry, contactName }] }
    const page = await open('/dashboard', { width: 375 })
    await page.getByText(contactName).waitFor()
    await page.getByRole('heading', { name: `Welcome back, ${firstName}!` }).waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
  })

  test('when the session ends while a screen is open, then it keeps its data and offers to sign in again', async () => {
    api.user = molly
    const page = await open('/dashboard', { clock: true })
    await page.getByText('No pranks sent yet.').waitFor()
    api.plans['GET /api/prank-history'] = { status: 401, body: { message: 'Unauthorized' } }
    await page.clock.runFor(5_000)
    await page.getByRole('alert').getByRole('button', { name: 'Sign In' }).click()
    await page.getByRole('dialog', { name: 'Sign In' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('No pranks sent yet.').waitFor()
  })
})

describe('the dashboard', () => {
  test('when the address names a tab, then it is open, History for any other; a click changes the address', async () => {
    api.user = molly
    const page = await open('/dashboard')
    for (const [search, name] of [
      ['', 'History'],
      ['?tab=contacts', 'Targets'],
      ['?tab=targets', 'Targets'],
      ['?tab=achievements', 'Achievements'],
      ['?tab=nonsense', 'History'],
      ['?tab=subscriptions', 'Account'],
    ] as const) {
      if (search !== '') await page.goto(`/dashboard${search}`)
      await page.getByRole('tab', { name, exact: true, selected: true }).waitFor()
      expect(await page.getByRole('tab').allTextContents()).toEqual([
        'History',
        'Targets',
        'Achievements',
        'Account',
      ])
    }
    await page.getByRole('tab', { name: 'History' }).click()
    await page.waitForURL('**/dashboard?tab=history')
  })

  test('when a tab is opened in a browser with a previous session, then its data and the session are requested together', async () => {
    api.user = molly
    api.plans['GET /api/auth/user'] = { body: molly, after: never }
    await open('/dashboard?tab=achievements', { stored: { 'prankpost-was-signed-in': 'true' } })
    await until(() => api.calls.length >= 3)
    expect(api.calls.map(({ key }) => key).sort()).toEqual([
      'GET /api/achievements',
      'GET /api/auth/user',
      'GET /api/shop',
    ])
  })
})

test('achievements, when page or tab is opened, then they show the progress, descriptions and rewards, or that there are none', async () => {
  api.user = molly
  api.plans['GET /api/achievements'] = {
    body: [...achievements, { ...achievements[1], id: 'x', title: 'Odd', icon: 'banana' }],
  }
  const page = await open('/achievements')
  const counts = page.locator('main dl')
  await counts.waitFor()
  expect(await counts.locator('div').allTextContents()).toEqual(['Unlocked1', 'Locked3', 'Total4'])
  const card = (title: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) })
  await card('First Strike').getByText('1/1 - Complete!').waitFor()
  const widthOf = (title: string) =>
    card(title)
      .getByRole('progressbar')
      .locator('div')
      .evaluate((bar) => bar.style.width)
  expect([
    await widthOf('First Strike'),
    await widthOf('Serial Prankster'),
    await widthOf('Little Black Book'),
  ]).toEqual(['100%', '40%', '0%'])
  const iconOf = async (title: string) => {
    const icon = card(title).locator('img')
    return (await icon.count()) > 0 ? /scene-(\w+)-/.exec((await icon.getAttribute('src')) ?? '')?.[1] : null
  }
  expect(await iconOf('First Strike')).toBe('zap')
  expect(await iconOf('Serial Prankster')).toBe('medal')
  expect(await iconOf('Little Black Book')).toBeNull()
  expect(await iconOf('Odd')).toBe('gift')

  delete api.plans['GET /api/achievements']
  await page.goto('/dashboard?tab=achievements')
  const cards = page.getByRole('tabpanel').getByRole('listitem')
  await cards.first().waitFor()
  expect(await cards.allTextContents()).toEqual([
    'First StrikeAll about First Strike.Reward: Glory for First StrikeUnlocked Dec 2, 2024',
    'Serial PranksterAll about Serial Prankster.2/5Reward: Glory for Serial Prankster',
    'Little Black BookAll about Little Black Book.0/5Reward: Glory for Little Black Book',
  ])

  api.plans['GET /api/achievements'] = { body: [] }
  await page.goto('/achievements')
  await page.getByRole('heading', { name: 'No Achievements Yet' }).waitFor()
  expect(await page.getByRole('link', { name: 'Start Pranking' }).getAttribute('href')).toBe('/')
})

test('the password, when it cannot be changed, then the dialog says why; else a toast confirms it, and the focus returns', async () => {
  const changing = 'POST /api/auth/password'
  const page = await openAccount()
  const button = page.getByRole('button', { name: 'Change Password' })
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Change Password' })
  await dialog.waitFor()
  expect(await violationsOf(page)).toEqual([])
  const fill = async (present: string, next: string) => {
    await dialog.getByLabel('Current Password', { exact: true }).fill(present)
    await dialog.getByLabel('New Password', { exact: true }).fill(next)
    await page.keyboard.press('Enter')
  }
  await fill('', 'short')
  await dialog.getByText('Your current password is required').waitFor()
  await dialog.getByText('Password must be at least 8 characters').waitFor()
  expect(api.bodiesOf(changing)).toEqual([])

  for (const [plan, words] of [
    [{ status: 401, body: { message: 'Unauthorized' } }, /You are logged out\. Sign in again/],
    ['unavailable', /network/i],
    [{ status: 403, body: { message: sentences.wrongPassword, code: 'forbidden' } }, sentences.wrongPassword],
  ] as const) {
    api.plans[changing] = plan
    await fill('hihihi123', 'hohoho456')
    await dialog.getByRole('alert').filter({ hasText: words }).waitFor()
  }
  delete api.plans[changing]
  // After a wrong password, it can be entered again at once.
  await page.keyboard.type('hahaha123')
  await page.keyboard.press('Enter')
  await toastOf(page, 'Password Changed', sentences.changed).waitFor()
  await dialog.waitFor({ state: 'detached' })
  expect(api.bodiesOf(changing).at(-1)).toEqual({ currentPassword: 'hahaha123', newPassword: 'hohoho456' })
  await keyboardOf(page).waitForFocus(button)
})

test('the password, when its dialog is closed while it is saved, then a toast says that it was not changed, and why', async () => {
  const page = await openAccount()
  await page.getByRole('button', { name: 'Change Password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change Password' })
  await dialog.getByLabel('Current Password', { exact: true }).fill('hihihi123')
  await dialog.getByLabel('New Password', { exact: true }).fill('hohoho456')
  const { promise: after, resolve: answer } = Promise.withResolvers<void>()
  api.plans['POST /api/auth/password'] = { status: 403, body: { message: sentences.wrongPassword }, after }
  await dialog.getByRole('button', { name: 'Save New Password' }).click()
  await dialog.getByRole('button', { name: 'Saving...' }).waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'detached' })
  answer()
  await toastOf(page, 'Password Not Changed', sentences.wrongPassword).waitFor()
})
