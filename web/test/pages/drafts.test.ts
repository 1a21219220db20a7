import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { cartItemOf } from '../../src/lib/cart.ts'
import { orderId, orderOf, waitingItem } from '../order-samples.ts'
import { bob, molly, potato } from '../samples.ts'
import { never, until, withStore } from './store.ts'

const { api, open } = withStore()

interface Form {
  name: string
  address: string
  /** The button that opens the form. */
  opener?: string
  texts: Record<string, string>
  /** A choice without a text. */
  choice?: string
  send?: string
  sent?: RegExp
}

const unit = { 'Apartment, suite, etc. (optional)': 'Apt 9' }
const line = { Address: '12 Burrow Street' }
const town = { City: 'Springfield', State: 'OR', 'ZIP Code': '97477' }
const street = { ...line, ...town }
const forms: Form[] = [
  {
    ...{ name: 'a target', address: '/targets', opener: 'Add First Target' },
    ...{ texts: { Name: 'Gerald Snail', ...street }, send: 'Add Target', sent: /Target Added/ },
  },
  {
    ...{ name: 'a message to support', address: '/support', send: 'Send Message', sent: /Message Sent/ },
    texts: { Name: 'Guy', Email: 'guy@example.com', Subject: 'My potato', Message: 'A week.\nI worry.' },
  },
  {
    ...{ name: 'an address for the list', address: '/do-not-prank', texts: street },
    ...{ send: 'Continue', sent: /Confirm/ },
  },
  {
    ...{ name: 'an answer to support', address: '/messages#token=t', texts: { 'Your answer': 'Thank you!' } },
    ...{ send: 'Send Answer', sent: /Message Sent/ },
  },
  {
    ...{ name: 'an address of a parcel', address: `/order?id=${orderId}`, opener: 'Edit address' },
    texts: { Name: 'Gerald Snail', ...line, ...unit, ...town },
    ...{ send: 'Save Changes', sent: /Address Updated/ },
  },
  {
    ...{ name: 'a reaction', address: '/r/GHJKMNPQRS', choice: 'Laughing' },
    texts: { 'Message (optional)': 'It was still warm!' },
    ...{ send: 'Send Reaction', sent: /on its way to the sender/ },
  },
  {
    ...{ name: 'a report', address: '/r/GHJKMNPQRS', texts: { 'What happened (optional)': 'Every day.' } },
    ...{ send: 'Send Report', sent: /A person of our team looks into it/ },
  },
  {
    ...{ name: 'a message in the parcel', address: '/cart' },
    texts: { 'Message in the parcel (optional)': 'Surprise!' },
  },
]

async function openForm({ address, opener }: Form, ownProfile = false): Promise<Page> {
  if (opener) api.user = molly
  api.plans[`GET /api/orders/${orderId}`] = { body: orderOf({}) }
  api.plans[`PATCH /api/orders/${orderId}/items/${waitingItem.id}`] = { body: orderOf({}) }
  const stored = { 'prankpost-cart': [cartItemOf(potato, bob)] }
  const page = await open(address, { ownProfile, failing: /^\/(api|assets)\//, stored })
  if (opener) await page.getByRole('button', { name: opener }).click()
  return page
}

async function write(page: Page, { texts, choice }: Form) {
  if (choice) await page.getByRole('radio', { name: choice }).check({ force: true })
  for (const [label, text] of Object.entries(texts)) {
    const field = page.getByLabel(label, { exact: true })
    await (label === 'State' ? field.selectOption(text) : field.fill(text))
  }
}

/** Opens the form again, and reads its texts. A crashed tab is reached through the debugger only. */
const readTexts = (opener = '') => `(() => {
  const named = [...document.querySelectorAll('main button')].find((it) => it.textContent.trim() === ${JSON.stringify(opener)})
  if (!document.querySelector('[role=dialog]')) named?.click()
  const fields = document.querySelectorAll('form :is(input:not([type=radio], [type=checkbox]), textarea, select), main textarea')
  return JSON.stringify([...new Set(fields)].map(({ value }) => value).filter(Boolean))
})()`

const textsOf = ({ texts }: Form) => JSON.stringify(Object.values(texts))

/** What is kept in this tab. */
const kept = (page: Page) =>
  page.evaluate(() =>
    Object.entries(sessionStorage).filter(([key, value]) => /draft|message$/.test(key) && value !== ''),
  )

test('when a target is typed, and the tab crashes, then it is there again', async () => {
  const form = forms[0] as Form
  const page = await openForm(form, true)
  await write(page, form)
  const tab = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  // The debugger gets no answer from a tab that has crashed.
  tab.send('Page.crash').catch(() => undefined)
  await crashed
  await tab.send('Page.reload')
  await until(async () => {
    const { result } = await tab.send('Runtime.evaluate', { expression: readTexts(form.opener) })
    return result.value === textsOf(form)
  })
})

test('when a target is being edited, and the page is loaded again, then it can be saved', async () => {
  Object.assign(api, { user: molly, contacts: [bob] })
  api.plans[`PATCH /api/contacts/${bob.id}`] = { body: { ...bob, name: 'Bobby' } }
  const page = await open('/targets', { failing: /^\/(api|assets)\// })
  const edit = page.getByRole('button', { name: /^Edit/ }).first()
  await edit.click()
  await page.getByLabel('Name', { exact: true }).fill('Bobby')
  await page.reload()
  await edit.click()
  await until(async () => (await page.getByLabel('Name', { exact: true }).inputValue()) === 'Bobby')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('Target Updated').first().waitFor()
  expect(await kept(page)).toEqual([])
})

test.each(forms)('when $name is typed, then it is there after a reload, until it is sent', async (form) => {
  const page = await openForm(form)
  await write(page, form)
  const send = page.getByRole('button', { name: form.send ?? '', exact: true })
  if (form.send) {
    await page.context().setOffline(true)
    await send.click()
    await page.getByRole('alert').filter({ hasText: 'Network connection failed' }).waitFor()
    await page.context().setOffline(false)
  }
  await page.reload()
  await until(async () => (await page.evaluate(readTexts(form.opener))) === textsOf(form))
  if (!form.sent) return
  await send.click()
  await page.getByText(form.sent).first().waitFor()
  // The address waits for its code.
  if (form.address === '/do-not-prank') {
    await page.reload()
    await page.getByLabel('Code', { exact: true }).fill('12345678')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('heading', { name: 'No More Pranks' }).waitFor()
  }
  expect(await kept(page)).toEqual([])
})

async function signOut(page: Page) {
  await page.goto('/terms-of-service')
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).getByText('Logout').click()
  await page.waitForURL(({ pathname }) => pathname === '/')
}

test('when a customer signs out, then nothing that was typed is left', async () => {
  api.user = molly
  const page = await open('/support')
  await page.getByLabel('Message').fill('Where is my potato?')
  await until(async () => (await kept(page)).length > 0)
  await signOut(page)
  expect(await kept(page)).toEqual([])
})

test('when a customer signs out in another tab, then nothing that was typed in this one is left', async () => {
  api.user = molly
  const page = await open('/messages#token=t', { stored: { 'prankpost-cart': [cartItemOf(potato, bob)] } })
  await page.getByLabel('Your answer').fill('Thank you!')
  await page.goto('/cart')
  await page.getByLabel('Message in the parcel (optional)').fill('Surprise!')
  await page.goto('/support')
  await page.getByLabel('Message').fill('Where is my potato?')
  await until(async () => (await kept(page)).length === 3)

  const guest = page.waitForEvent('load')
  await signOut(await page.context().newPage())
  await guest
  await page.getByRole('heading', { name: 'Contact Us' }).waitFor()
  expect(await page.getByLabel('Message').inputValue()).toBe('')
  expect(await kept(page)).toEqual([])
  // The mailed link shows the customer's correspondence.
  await page.goto('/messages')
  await page.getByRole('heading', { name: 'Please Open the Link Again' }).waitFor()
})

test.each([
  { name: '', plan: { body: molly } },
  { name: ' and never knew its customer', plan: { body: molly, after: never } },
])(
  'when a customer signs out in another tab while this one shows no page of the store$name, then nothing that was typed is left',
  async ({ plan }) => {
    api.user = molly
    api.plans['GET /api/auth/user'] = plan
    const page = await open('/support', { stored: { 'prankpost-cart': [cartItemOf(potato, bob)] } })
    await page.getByLabel('Message').fill('Where is my potato?')
    await page.goto('/cart')
    await page.getByLabel('Message in the parcel (optional)').fill('Surprise!')
    await until(async () => (await kept(page)).length === 2)
    await page.goto('/pay-here')
    delete api.plans['GET /api/auth/user']

    const other = await page.context().newPage()
    await signOut(other)
    await page.goto('/support')
    await page.getByRole('heading', { name: 'Contact Us' }).waitFor()
    await until(async () => (await kept(page)).length === 0)

    // What a guest types since then is kept.
    await other.goto('/support')
    await other.getByLabel('Message').fill('I am a guest.')
    await until(async () => (await kept(other)).length === 1)
    await other.reload()
    await until(async () => (await other.getByLabel('Message').inputValue()) === 'I am a guest.')
  },
)

test('when a customer signs in and out in another tab while a tab of a guest shows no page of the store, then what the guest typed is kept', async () => {
  const page = await open('/support')
  await page.getByLabel('Message').fill('I am a guest.')
  await until(async () => (await kept(page)).length === 1)
  await page.goto('/pay-here')
  api.user = molly
  await signOut(await page.context().newPage())
  await page.goto('/support')
  await until(async () => (await page.getByLabel('Message').inputValue()) === 'I am a guest.')
})
