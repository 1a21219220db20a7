import { describe, expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { messageOf } from '../samples.ts'
import { noteOf, storedIn, until, withAdmin } from './admin.ts'

const { api, open } = withAdmin()
describe('Admin Access', () => {
  test('when the field is blank, then Login is disabled; when it fails, the reason is shown; when the password is correct, then Login is busy, and the dashboard is still open after a reload', async () => {
    const page = await open('', { stranger: true })
    const field = page.getByLabel('Password', { exact: true })
    await field.waitFor()
    await page.getByRole('heading', { name: 'Admin Access' }).waitFor()
    const login = page.getByRole('button', { name: 'Login' })
    expect(await login.isDisabled()).toBe(true)
    await field.fill('   ')
    await field.press('Enter')
    expect([await login.isDisabled(), api.calls]).toEqual([true, []])
    await field.fill('x')
    expect(await login.isEnabled()).toBe(true)
    expect(await violationsOf(page)).toEqual([])

    for (const [plan, words] of [
      [undefined, 'Invalid admin password.'],
      [{ status: 429, body: { message: 'Too many. Try in 5 minutes.' } }, 'Try in 5 minutes'],
      ['unavailable', 'Network connection failed.'],
    ] as const) {
      if (plan) api.plans['POST /api/admin/login'] = plan
      await field.fill('wrong')
      await field.press('Enter')
      await noteOf(page, 'Login Failed', words).waitFor()
      expect([await login.isEnabled(), await storedIn(page, 'adminPassword')]).toEqual([true, null])
    }

    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    api.plans['POST /api/admin/login'] = async () => {
      await answered
      return { body: { message: 'Welcome back.' } }
    }
    await field.fill(' prankmaster ')
    await field.press('Enter')
    const busy = page.getByRole('button', { name: 'Logging in...' })
    await busy.waitFor()
    expect(await busy.isDisabled()).toBe(true)
    answer()
    await noteOf(page, 'Login Successful').waitFor()
    await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor()
    expect([await storedIn(page, 'adminPassword'), page.url().includes('prankmaster')]).toEqual([
      'prankmaster',
      false,
    ])
    api.calls = []
    await page.reload()
    await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor()
    const asked = await until(() => api.callsOf('GET /api/admin/orders').at(-1))
    expect([asked.password, asked.query.has('adminPassword')]).toEqual(['prankmaster', false])
  })
})

describe('the session of an own account', () => {
  const account = { 'prankpost-admin-account': 'kim@shop.test' }

  test('when the server has ended it, then the login card opens with one notification', async () => {
    const page = await open('', { stranger: true, stored: account })
    await noteOf(page, 'Unauthorized', 'Your session has ended. Please log in again.').waitFor()
    await page.getByRole('heading', { name: 'Admin Access' }).waitFor()
    expect([
      await storedIn(page, 'prankpost-admin-account'),
      await noteOf(page, 'Unauthorized').count(),
    ]).toEqual([null, 1])
  })
})

describe('the end of a session', () => {
  test('when calls are rate limited, then the session stays open; when the password is changed, then the next call opens the login card; when the operator logs out, then password and address are deleted', async () => {
    const tooMany = { status: 429, body: { message: 'Too many calls from your network.' } }
    api.messages = [messageOf(1)]
    api.plans['GET /api/admin/contact-messages'] = tooMany
    const page = await open('?tab=mail&q=potato')
    await page.getByText('Too many calls from your network.').waitFor()
    delete api.plans['GET /api/admin/contact-messages']
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByText('Where is potato 1?').waitFor()
    expect(await storedIn(page, 'adminPassword')).toBe('prankmaster')

    api.password = 'another'
    await page.getByRole('button', { name: 'Refresh' }).click()
    await noteOf(page, 'Unauthorized', 'Please log in again.').waitFor()
    await page.getByRole('heading', { name: 'Admin Access' }).waitFor()
    expect([await storedIn(page, 'adminPassword'), await noteOf(page, 'Unauthorized').count()]).toEqual([
      null,
      1,
    ])
    await page.getByLabel('Password', { exact: true }).fill('another')
    await page.getByRole('button', { name: 'Login' }).click()
    await page.getByText('Where is potato 1?').waitFor()

    await page.getByRole('button', { name: 'Logout' }).click()
    await noteOf(page, 'Logged Out').waitFor()
    await page.getByRole('heading', { name: 'Admin Access' }).waitFor()
    expect([await storedIn(page, 'adminPassword'), page.url()]).toEqual([
      null,
      expect.stringMatching(/\/admin$/),
    ])
  })

  test('when a browser opens the dashboard with an outdated password, then one call sends it, and the login card opens', async () => {
    const page = await open('', {
      stored: { adminPassword: 'the old one', 'prankpost-admin-overview': 'open' },
    })
    await page.getByRole('heading', { name: 'Admin Access' }).waitFor()
    await noteOf(page, 'Unauthorized', 'Please log in again.').waitFor()
    await page.waitForLoadState('networkidle')
    expect(api.calls.filter(({ password }) => password === 'the old one')).toHaveLength(1)
  })
})
