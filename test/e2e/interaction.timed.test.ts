import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { gerald } from '../support/customer.ts'
import { type Interaction, watchInteractions } from '../support/interactions.ts'
import { slowness } from '../support/pressure.ts'
import { newAccount, withRealStore } from '../support/real-store.ts'

const { open } = withRealStore()

/** The target is 100 ms; the rest is for machines that differ. Only the first 'View Description' takes more, 104 to 112 ms. */
const limitMs = 160
const slowdown = 4
/**
 * Each is a new visitor, with all code to load. Other load of the machine only adds time, so the fastest counts, divided
 * by the share of a processor that a process gets at that time. What blocks the page for too long does so each time.
 */
const maxPurchases = 4

test('when a guest buys on a slow phone, then every click and every key is painted in time', async () => {
  const all: { slow: number; steps: Map<string, Interaction | undefined> }[] = []
  const reportOf = () =>
    [...(all[0]?.steps.keys() ?? [])].map((step) => {
      const found = all.map(({ slow, steps }) => ({ slow, event: steps.get(step) }))
      const measured = found.map(({ slow, event }) => Math.round((event?.duration ?? 0) / slow))
      const ms = Math.min(...measured)
      return { step, ms, measured, event: found[measured.indexOf(ms)]?.event }
    })
  const isInTime = () => reportOf().every(({ ms }) => ms <= limitMs)
  for (let at = 0; at < maxPurchases && (at === 0 || !isInTime()); at++) {
    const before = slowness()
    const steps = await buy()
    all.push({ slow: Math.max(before, slowness()), steps })
  }
  const report = reportOf()
  if (process.env.SHOW) console.table(report.map(({ event, ...one }) => ({ ...one, ...event })))
  // The browser reports what takes longer than a frame, as nearly everything does at this speed.
  expect(report.filter(({ ms }) => ms > 0).length).toBeGreaterThan(15)
  expect(report.filter(({ ms }) => ms > limitMs)).toEqual([])
})

/** A purchase from the home page to the payment page. */
async function buy() {
  const page = await open('/terms-of-service', undefined, {
    viewport: { width: 375, height: 812 },
    motion: true,
    ownProfile: true,
  })
  const { step, worst } = await watchInteractions(page, slowdown)
  const click = (name: string, find: (page: Page) => ReturnType<Page['getByRole']>) =>
    step(name, () => find(page).click())
  const button = (name: string | RegExp) =>
    click(`click ${name}`, (at) => at.getByRole('button', { name, exact: true }).first())
  const type = (label: string, text: string) =>
    step(`type ${label}`, () => page.getByLabel(label, { exact: true }).pressSequentially(text))

  const close = async (what: string) => {
    await page.getByRole('dialog').waitFor()
    await step(`close ${what}`, () => page.keyboard.press('Escape'))
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }

  await page.goto('/', { waitUntil: 'networkidle' })
  await button('Increase')
  await button('Open menu')
  await close('the menu')
  await button(/View Description/)
  await close('the description')
  await button(/Raw Potato/)
  await button('Add to Arsenal')
  await page.getByRole('dialog', { name: 'Add New Target' }).waitFor()
  for (const [label, text] of Object.entries(gerald)) await type(label, text)
  await button('Add Target')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await button(/Gerald Snail/)
  await button('Add to Arsenal')
  await click('open the Arsenal', (at) => at.getByRole('link', { name: 'Cart, 1 item' }))
  await page.getByRole('heading', { name: 'Your Arsenal', exact: true }).waitFor()

  await button(/^Increase/)
  await type('Message in the parcel (optional)', 'Hi!')
  await type('Discount Code', 'NO')
  const { email, password, firstName, lastName } = newAccount()
  await button('Sign In to Pay')
  await page.getByRole('dialog').waitFor()
  await click('choose Create Account', (at) => at.getByRole('button', { name: 'Create Account' }).last())
  for (const [label, text] of Object.entries({
    'First Name': firstName,
    'Last Name': lastName,
    Email: email,
  }))
    await type(label, text)
  for (const label of ['Password', 'Confirm Password']) await type(label, password)
  await click('create the account', (at) =>
    at.getByRole('dialog').getByRole('button', { name: 'Create Account' }).first(),
  )
  const pay = page.getByRole('button', { name: /^Pay \$[\d.]+ Securely$/ })
  await pay.waitFor()
  await step('pay', () => pay.click())
  await page.getByText('TEST MODE').first().waitFor()
  return worst()
}
