import type { Browser, Page } from 'playwright-core'
import { sandboxOf } from '../../test/support/sandbox.ts'
import { type Attack, expectSame } from '../frame/attack.ts'
import type { Shop } from '../frame/shop.ts'
import { inBrowser, noBrowser, openPage, visit } from '../kit/browser.ts'
import { asOperator, Customer, gerald } from '../kit/people.ts'

const script = (n: number) =>
  `<img src=x onerror="pwned(${n})"><svg onload=pwned(${n})><script>pwned(${n})</script>`
const tabs = ['orders', 'plans', 'logs', 'mail', 'dead-letters', 'audit']
/** Tabs that must show the texts, or the attack proves nothing; and buttons that show more of them. */
const mustShow = ['orders', 'plans', 'mail']
const openers: Record<string, string> = { orders: 'Details', plans: 'Ship Pranks for This Month' }

/** Counts the elements of a page that were created from a text. Blocks of data (JSON) are the page's own, and are not run. */
const intruders = `document.querySelectorAll('img[src="x"], svg[onload], script:not([src], [type$="json"]), [onerror]').length`

/** Writes scripts into every field that a customer or the operator fills and the admin shows; uses a real browser. */
export const storedScripts: Attack = {
  name: 'stored-scripts',
  finding: '9',
  bound: 'none runs, none becomes an element',
  obstacle: noBrowser,
  run: (shop) =>
    inBrowser(async (browser) => {
      const written = await write(shop)
      const ran: string[] = []
      const page = await openPage(browser, shop, {
        prepare: async (context) => {
          await context.exposeFunction('pwned', (n: number) => ran.push(`field ${n}`))
          await context.addInitScript(
            (password) => localStorage.setItem('adminPassword', password),
            shop.adminPassword,
          )
        },
      })
      const shown: string[] = []
      let found = 0
      for (const tab of tabs) {
        await visit(page, `/admin?tab=${tab}`)
        if (mustShow.includes(tab)) await page.getByText('pwned(').first().waitFor()
        const opener = openers[tab]
        if (opener !== undefined) await page.getByRole('button', { name: opener }).first().click()
        found += await countIntruders(page)
        if ((await page.getByText('pwned(').count()) > 0) shown.push(tab)
      }
      const store = await checkStore(browser, shop, written.customer, ran)
      return {
        checks: [
          {
            ...expectSame('scripts that ran', ran.length, 0),
            seen: `${ran.length} (texts seen in: ${shown.join(', ')})`,
          },
          expectSame('elements made from texts in the admin', found, 0),
          expectSame("elements made from texts in the customer's own pages", store, 0),
        ],
      }
    }),
}

/** Writes scripts into every field that can be filled. */
async function write(shop: Shop): Promise<{ customer: Customer }> {
  const customer = new Customer(shop)
  const person = { email: customer.email, password: 'correct horse', firstName: 'Pat', lastName: 'Potato' }
  const hostile = { firstName: script(1).slice(0, 100), lastName: script(2).slice(0, 100) }
  const registered = await customer.call('POST', '/api/auth/register', { ...person, ...hostile })
  if (registered.status !== 201) throw new Error(`registration: ${registered.status}`)
  const target = {
    ...gerald,
    name: script(3).slice(0, 100),
    address: script(4),
    city: script(5).slice(0, 100),
  }
  await customer.insist('POST', '/api/contacts', target, 201)
  const cart = await customer.cartOf([{ target }], script(6))
  const order = await customer.checkOut({ ...cart, customerInfo: { email: customer.email, name: script(7) } })
  await sandboxOf(shop).pay(order.sessionId)
  await customer.confirm(order.sessionId, order.orderId)
  await customer.subscribe(1)
  const form = {
    name: script(8).slice(0, 100),
    subject: script(9),
    message: script(10),
    email: customer.email,
  }
  const mail = await shop.call('POST', '/api/contact-submit', { from: customer.from, body: form })
  if (mail.status !== 201) throw new Error(`message: ${mail.status} ${mail.text}`)
  const { body } = await asOperator(shop, 'GET', '/api/admin/contact-messages?limit=1')
  const notes = { adminNotes: script(11) }
  await asOperator(shop, 'PUT', `/api/admin/contact-messages/${body.items[0].id}`, { body: notes })
  // The search of an export is shown in the audit trail.
  await asOperator(shop, 'GET', `/api/admin/orders/export?q=${encodeURIComponent(script(12).slice(0, 100))}`)
  return { customer }
}

/** Waits until a page makes no more requests, and counts elements that were created from texts. */
async function countIntruders(page: Page): Promise<number> {
  await page.waitForLoadState('networkidle')
  return Number(await page.evaluate(intruders))
}

async function checkStore(browser: Browser, shop: Shop, customer: Customer, ran: string[]): Promise<number> {
  const page = await openPage(browser, shop, {
    customer,
    prepare: (context) => context.exposeFunction('pwned', (n: number) => ran.push(`field ${n} in the store`)),
  })
  let found = 0
  for (const path of [
    '/dashboard?tab=history',
    '/dashboard?tab=targets',
    '/dashboard?tab=account',
    '/targets',
  ]) {
    await visit(page, path)
    found += Number(await page.evaluate(intruders))
  }
  return found
}
