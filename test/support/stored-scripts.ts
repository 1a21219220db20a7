import type { SharedStack } from '@prankpost/test-harness'
import type { Page } from 'playwright-core'
import { importOrders, orderOfYesterday } from './import-orders.ts'
import { poison } from './operator-backstage.ts'
import { adminLists, eventually } from './operator-page.ts'
import { sandboxOf } from './sandbox.ts'
import { Shopper } from './shopper.ts'

/** Markup, an event handler, an attribute, a style and a template, in the 100 characters that names may have. */
const short = (field: string) =>
  `${field} "><img src=x onerror=pwned()><b style='color:red' onclick=pwned()>{{7*7}}</b>`

/** The same with scripts, frames, links and interpolations, for texts that may be longer. */
export const hostile = (field: string) =>
  `${short(field)}<script>pwned()</script></style><svg onload=pwned()>` +
  `<iframe srcdoc="<script>pwned()</script>"></iframe><a href="javascript:pwned()">\${7*7}</a>`

/** The texts of customers, another shop and the operator, by where the admin or the store shows them. */
export interface Hostilities {
  shown: Record<string, string[]>
  ids: { order: string; plan: string; message: string; log: string; entry: string; letter: string }
  email: string
  /** The session of the customer. */
  cookie: string
}

/** Fills every field that the admin shows with scripts, over the API as an attacker would. */
export async function storeHostilities(stack: SharedStack): Promise<Hostilities> {
  const lists = adminLists(stack)
  const sandbox = sandboxOf(stack)
  const shopper = new Shopper(stack)
  // An address with as many characters that have a meaning in a link as are allowed.
  const email = `o'brien+bcc_x-${shopper.email}`
  const person = { email, firstName: short('first'), lastName: short('last') }
  await shopper.insist('POST', '/api/auth/register', { ...person, password: 'correct horse' }, 201)
  const place = { name: short('target'), address: short('address'), city: short('city') }
  const target = { ...place, state: 'OR', zipCode: '97701' }
  const contact = await shopper.insist('POST', '/api/contacts', target, 201)

  const cart = await shopper.cart()
  const [item] = cart.cartItems
  if (item === undefined) throw new Error('an empty cart')
  const names = { contactName: place.name, contactAddress: place.address, contactCity: place.city }
  const order = await shopper.checkOut({
    ...cart,
    cartItems: [{ ...item, ...names, ...{ prankName: hostile('cart prank') } }],
    customerInfo: { email, name: hostile('customer') },
    customMessage: short('parcel message'),
  })
  await sandbox.pay(order.sessionId)
  const session = await shopper.insist('POST', '/api/create-subscription-checkout', { prankCount: 2 }, 200)
  await sandbox.pay(session.body.sessionId)
  const imported = {
    customerName: short('imported customer'),
    customMessage: short('imported message'),
    items: [
      { prankName: short('imported prank'), price: '4.99', contact: { name: short('imported target') } },
    ],
  }
  await importOrders(stack, [orderOfYesterday(email, imported)])

  const operator = new Shopper(stack)
  const password = { adminPassword: stack.adminPassword }
  const plan = await eventually(async () => {
    const found = await lists.plan()
    return found?.parcelsDue === 2 ? found : null
  })
  const parcel = {
    ...password,
    stripeSubscriptionId: plan.stripeSubscriptionId,
    userId: plan.userId,
    prankId: item.prankId,
    contactId: contact.body.id,
    trackingNumber: short('tracking'),
    adminNotes: hostile('shipping notes'),
  }
  await operator.insist('POST', '/api/admin/ship-subscription-prank', parcel, 201)
  const mail = { name: short('sender'), email, subject: hostileSubject, message: hostile('message') }
  await operator.insist('POST', '/api/contact-submit', mail, 201)
  const [message] = await lists.messages()
  const notes = { ...password, adminNotes: hostile('mail notes') }
  await operator.insist('PUT', `/api/admin/contact-messages/${message?.id}`, notes, 200)
  const reply = { ...password, text: hostile('reply') }
  await operator.insist('POST', `/api/admin/contact-messages/${message?.id}/replies`, reply, 201)
  const template = { ...password, name: 'Template "><b onclick=pwned()>', text: hostile('template') }
  await operator.insist('POST', '/api/admin/reply-templates', template, 201)

  const search = short('search')
  const query = new URLSearchParams({ q: search, adminPassword: stack.adminPassword, [hostile('name')]: 'x' })
  const headers = {
    'user-agent': hostile('agent'),
    'x-request-id': short('id'),
    'x-forwarded-for': short('ip'),
  }
  await fetch(`${stack.baseUrl}/api/admin/orders?${query}`, { headers })
  const letter = hostile('letter').replaceAll('"', "'")
  await poison(stack, 'achievement', 'contact-saved', letter, JSON.stringify({ type: hostile('event') }))

  await eventually(async () => (await lists.total('dead-letters/achievement')) === 1)
  await eventually(async () => (await lists.logs()).some(({ action }) => action === 'other'))
  await eventually(
    async () => (await lists.orders()).filter(({ status }) => status !== 'pending').length === 3,
  )
  const [log] = (await lists.logs()).filter(({ action }) => action === 'other')
  const [entry] = (await lists.audit('order')).filter(({ params }) => params.q === search)
  const customerShown = `${person.firstName} ${person.lastName}`
  const targetShown = [place.name, place.address, place.city]
  const parcelShown = [parcel.trackingNumber, parcel.adminNotes]
  return {
    email,
    cookie: shopper.cookie,
    ids: {
      order: order.orderId,
      plan: plan.id,
      message: String(message?.id),
      log: String(log?.id),
      entry: String(entry?.id),
      letter: `achievement/contact-saved/${letter}`,
    },
    shown: {
      orders: [
        ...[...targetShown, customerShown, short('parcel message'), ...parcelShown],
        ...['customer', 'message', 'prank', 'target'].map((what) => short(`imported ${what}`)),
      ],
      order: [...targetShown, customerShown, short('parcel message')],
      plans: [customerShown],
      plan: [customerShown],
      log: parcelShown,
      mail: [mail.name, mail.subject, mail.message],
      thread: [mail.name, mail.subject, mail.message, reply.text],
      letters: [letter],
      audit: [search],
      '/dashboard?tab=history': [place.name],
      '/dashboard?tab=targets': [place.name, place.address],
      '/dashboard?tab=account': [customerShown],
      '/targets': [place.name, place.address],
    },
  }
}

/** A subject that would add a recipient and a text if it were put into a link unescaped. */
export const hostileSubject = `${short('subject')}&bcc=evil@x.test&body=x%0d%0aCc:evil@x.test?cc=y#`

/** What must not be on a page: elements that came from a text, or that would run a script. JSON is not run. */
export const intrudersOn = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('*')]
    .filter((one) => one.matches('img[src="x"], iframe, script:not([src], [type$="json"]), b[style]') ||
      [...one.attributes].some(({ name, value }) => name.startsWith('on') || /^\\s*javascript:/i.test(value)))
    .map((one) => one.outerHTML.slice(0, 200))`)
