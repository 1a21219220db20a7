import type { Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { eventually, goToTab, logIn, noteOf, openAs } from '../support/operator-page.ts'
import { watchPolicy } from '../support/policy-watch.ts'
import { withRealStore } from '../support/real-store.ts'
import { Shopper } from '../support/shopper.ts'
import {
  type Hostilities,
  hostile,
  hostileSubject,
  intrudersOn,
  storeHostilities,
} from '../support/stored-scripts.ts'

// A violation of the content security policy is a console error, and fails the current test.
const { expectRefusals, open, stack } = withRealStore({ ownStack: true, isOneStory: true })
let stored: Hostilities
let admin: Page
let policy: Awaited<ReturnType<typeof watchPolicy>>
/** Dialogs that a script opened, and calls of the function that the scripts call. */
const ran: string[] = []

beforeAll(async () => {
  stored = await storeHostilities(stack())
  admin = await open('/admin', undefined, { ownProfile: true })
  policy = await watchPolicy(admin.context())
  await admin.reload()
  admin.on('dialog', async (dialog) => {
    // The browser's own confirmation before an edited form is left.
    if (dialog.type() !== 'beforeunload') ran.push(`${dialog.type()}: ${dialog.message()}`)
    await dialog.accept()
  })
  await admin.exposeFunction('pwned', () => ran.push('pwned()'))
  await logIn(admin, stack().adminPassword)
  await noteOf(admin, 'Login Successful').waitFor()
})
afterEach(async () => {
  expect(await intrudersOn(admin)).toEqual([])
  expect(ran).toEqual([])
  expect([...policy.asked].filter((origin) => origin !== 'data:')).toEqual([stack().baseUrl])
  expect(policy.forbidden).toEqual([])
})

/** Waits until each text is on the page, character by character. */
async function seeAll(texts: string[] = [], page = admin) {
  expect(texts.length).toBeGreaterThan(0)
  for (const text of texts) await page.getByText(text).first().waitFor()
}

describe('when scripts are stored in every field that the admin or the store shows', () => {
  test('then the test would notice a script that ran', async () => {
    const page = await open('about:blank')
    await page.setContent(`<img src=x onerror="globalThis.seen = true">`)
    await page.waitForFunction('globalThis.seen')
    expect(await intrudersOn(page)).toHaveLength(1)
    await page.close()
  })

  test('then the orders and each order show them as text', async () => {
    await goToTab(admin, 'orders', { order: stored.ids.order })
    await admin.getByRole('dialog').getByText('by payment').waitFor()
    await seeAll(stored.shown.orders)
    await seeAll(stored.shown.order)
  })

  test('then the plans, a plan and its ship form show them as text', async () => {
    await goToTab(admin, 'plans', { plan: stored.ids.plan })
    await admin.getByRole('dialog').getByText('User id').waitFor()
    await seeAll(stored.shown.plans)
    await seeAll(stored.shown.plan)
    await goToTab(admin, 'plans', { ship: stored.ids.plan })
    const form = admin.getByRole('dialog', { name: 'Ship Pranks for This Month' })
    await form.getByRole('button', { name: 'Shuffle' }).click()
    await form.getByLabel('Target 1').click()
    await admin.locator('.ant-select-dropdown:visible').getByText('target ">').first().waitFor()
  })

  test('then the logs and an entry show them as text', async () => {
    await goToTab(admin, 'logs', { log: stored.ids.log })
    await admin.locator('.logs .ant-table-row').first().waitFor()
    await seeAll(stored.shown.log)
  })

  test('then the mail shows them as text, and Reply writes to its sender alone', async () => {
    await goToTab(admin, 'mail')
    await seeAll(stored.shown.mail)
    const card = admin.getByRole('article')
    expect(await card.getByLabel('Admin Notes').inputValue()).toBe(hostile('mail notes'))
    const href = await card.getByRole('link', { name: 'Reply' }).getAttribute('href')
    const link = new URL(String(href))
    expect([link.protocol, decodeURIComponent(link.pathname)]).toEqual(['mailto:', stored.email])
    expect([...link.searchParams]).toEqual([['subject', `Re: ${hostileSubject}`]])
    expect(href).not.toMatch(/[\r\n]|#/)
    await card.getByRole('button', { name: 'Delete' }).click()
    await admin.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  })

  test('then a thread and its templates show them as text', async () => {
    await goToTab(admin, 'mail', { message: stored.ids.message })
    const thread = admin.getByRole('dialog')
    await thread.getByLabel('Answer', { exact: true }).waitFor()
    await seeAll(stored.shown.thread)
    await thread.getByLabel('Insert a template').click({ force: true })
    await admin.locator('.ant-select-item-option').filter({ hasText: 'Template "><b onclick' }).click()
    await eventually(async () =>
      (await thread.getByLabel('Answer', { exact: true }).inputValue()).includes(hostile('template')),
    )
  })

  test('then the dead letters and one of them show them as text', async () => {
    await goToTab(admin, 'dead-letters', { letter: stored.ids.letter })
    await admin.locator('.letter-content').waitFor()
    await admin.locator('tr').filter({ hasText: 'not a valid contact-saved' }).waitFor()
    await seeAll(stored.shown.letters)
    expect(await admin.locator('.letter-content').textContent()).toContain('<svg onload=pwned()>')
  })

  test('then the audit trail and an entry show them as text', async () => {
    await goToTab(admin, 'audit', { entry: stored.ids.entry })
    await admin.getByRole('dialog', { name: 'Read orders' }).getByText('Handed out').waitFor()
    await seeAll(stored.shown.audit)
  })

  test('then a search for them, and an address with them, show text too', async () => {
    // No list has such a status, and no order such an id.
    expectRefusals(/^40[04] \/api\/admin\//)
    for (const tab of ['orders', 'audit']) {
      await goToTab(admin, tab, { q: hostile('q').slice(0, 100), status: hostile('status').slice(0, 40) })
      await admin.getByRole('searchbox').waitFor()
    }
    await goToTab(admin, hostile('tab'), { order: hostile('order') })
    await admin.getByRole('tab', { selected: true }).waitFor()
    // The refused calls end within this test.
    await admin.waitForLoadState('networkidle')
  })

  test('then an unknown page of the admin is as strict', async () => {
    expectRefusals('404 /admin/nothing')
    expect((await admin.goto('/admin/nothing'))?.status()).toBe(404)
    await admin.getByRole('main').first().waitFor()
    await admin.waitForLoadState('networkidle')
  })

  test("then the customer's own pages show them as text", async () => {
    const store = await open('/')
    await store.exposeFunction('pwned', () => ran.push('pwned() in the store'))
    for (const address of Object.keys(stored.shown).filter((where) => where.startsWith('/'))) {
      await openAs(store, stored.cookie, address)
      await seeAll(stored.shown[address], store)
      expect([address, await intrudersOn(store)]).toEqual([address, []])
    }
  })
})

test('when a sender or subject would add a header or a recipient, then it is a 400', async () => {
  const guest = new Shopper(stack())
  const form = { name: 'Pat', email: 'pat@x.test', subject: 'Hello', message: 'Hello' }
  const answers = []
  for (const part of [
    { subject: 'Hello\r\nBcc: evil@x.test' },
    { subject: 'Hello\nBcc: evil@x.test' },
    { name: 'Pat\r\nBcc: evil@x.test' },
    { email: 'pat@x.test?bcc=evil@x.test' },
    { email: 'pat@x.test,evil@x.test' },
    { email: '"<img src=x onerror=pwned()>"@x.test' },
    { email: 'pat&bcc=evil@x.test' },
    { email: 'pat%0d%0abcc=evil@x.test' },
  ])
    answers.push((await guest.call('POST', '/api/contact-submit', { ...form, ...part })).status)
  expect(answers).toEqual(answers.map(() => 400))
})
