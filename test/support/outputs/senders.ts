import type { Prank } from '@prankpost/contracts'
import type { Stack } from '@prankpost/test-harness'
import { until } from '@prankpost/test-harness'
import { readPdf } from '@prankpost/test-harness/read-pdf'
import { openLedgers } from '../../../ledgers/index.ts'
import { importOrders } from '../import-orders.ts'
import { sandboxOf } from '../sandbox.ts'
import { Shopper } from '../shopper.ts'
import type { Output } from './scanner.ts'

/** A sender, who pays for parcels and must not be named on them. */
export interface Sender {
  firstName: string
  lastName: string
  email: string
}

const contact = {
  name: 'Gerald Snail',
  address: '1 Garden Path',
  city: 'Springfield',
  state: 'OR' as const,
  zipCode: '97477',
}
const patienceMs = 300_000
const nameOf = ({ firstName, lastName }: Sender) => `${firstName} ${lastName}`

/** Imports a paid order of another shop for each sender, with the import command. */
export const importOrdersOf = (stack: Stack, senders: Sender[]): Promise<void> =>
  importOrders(
    stack,
    senders.map((sender) => ({
      externalId: sender.email,
      customerEmail: sender.email,
      customerName: nameOf(sender),
      status: 'paid',
      paidAt: new Date().toISOString(),
      items: [{ prankName: 'Raw Potato', quantity: 1, price: '4.99', contact }],
    })),
  )

async function signUp(stack: Stack, sender: Sender): Promise<Shopper> {
  const shopper = new Shopper(stack)
  const person = { ...sender, password: 'correct horse' }
  const { body } = await shopper.insist('POST', '/api/auth/register', person, 201)
  return Object.assign(shopper, { email: sender.email, id: body.id as string })
}

/** Buys some orders one after another as a browser does, with a reveal that hides the sender's name, and pays them. */
export async function buyOrders(stack: Stack, sender: Sender, count: number): Promise<void> {
  const shopper = await signUp(stack, sender)
  const customerInfo = { email: sender.email, name: nameOf(sender), userId: shopper.id }
  for (let order = 1; order <= count; order++) {
    const { cartItems: items, total } = await shopper.cart()
    const reveal = { mode: 'guess', name: sender.firstName, names: [sender.firstName] }
    const cartItems = items.map((item) => ({ ...item, reveal }))
    const cart = { cartItems, total, customerInfo, customMessage: 'Guess who.', status: 'pending_payment' }
    const { orderId } = (await shopper.insist('POST', '/api/create-order-record', cart, 201)).body
    const wanted = { orderId, total, customerInfo }
    const { sessionId } = (await shopper.insist('POST', '/api/create-stripe-session', wanted, 200)).body
    await sandboxOf(stack).pay(sessionId)
    await shopper.historyOf(order)
  }
}

/** Pays a month of a plan; the operator ships all its parcels. */
export async function subscribeAndShip(stack: Stack, sender: Sender, prankCount: number): Promise<void> {
  const shopper = await signUp(stack, sender)
  const plan = { prankCount }
  const { sessionId } = (await shopper.insist('POST', '/api/create-subscription-checkout', plan, 200)).body
  await sandboxOf(stack).pay(sessionId)
  const { id: contactId } = (await shopper.insist('POST', '/api/contacts', contact, 201)).body
  const [prank] = (await shopper.insist('GET', '/api/pranks', undefined, 200)).body as Prank[]
  const ledgers = openLedgers(stack)
  const paidMonth = { ownerId: shopper.id, invoiceId: { $exists: true } }
  const month = await until(() => ledgers.shipments.findOne(paidMonth), patienceMs)
  await ledgers.close()
  const { stripeSubscriptionId } = month.plan
  const parcel = { stripeSubscriptionId, userId: shopper.id, prankId: prank?.id, contactId }
  for (let n = 1; n <= prankCount; n++) {
    await callAsAdmin(stack, 'POST', '/api/admin/ship-subscription-prank', {
      ...parcel,
      adminNotes: `No. ${n}`,
    })
  }
}

/** Once fulfilment has recorded this many orders: sets all of them to shipped, and waits until their parcels have left. */
export async function shipOrders(stack: Stack, count: number): Promise<void> {
  const ledgers = openLedgers(stack)
  const isOrder = { orderId: { $exists: true } }
  await until(async () => (await ledgers.shipments.countDocuments(isOrder)) === count, patienceMs)
  const shipments = await ledgers.shipments.find(isOrder, { projection: { orderId: 1 } }).toArray()
  const ids = shipments.map(({ orderId }) => orderId as string)
  for (let from = 0; from < ids.length; from += 200) {
    const orderIds = ids.slice(from, from + 200)
    await callAsAdmin(stack, 'POST', '/api/admin/orders/status', { orderIds, status: 'shipped' })
  }
  const hasLeft = { ...isOrder, lastShippedAt: { $exists: true } }
  await until(async () => (await ledgers.shipments.countDocuments(hasLeft)) === count, patienceMs)
  await ledgers.close()
}

/** Prints a label and a packing slip for every parcel, and reads them: a text for each page. */
export async function printAll(stack: Stack): Promise<Output[]> {
  const ledgers = openLedgers(stack)
  const shipments = await ledgers.shipments.find({}, { projection: { 'parcels.id': 1 } }).toArray()
  await ledgers.close()
  const ids = shipments.flatMap(({ parcels }) => (parcels as { id: string }[]).map(({ id }) => id))
  const pages: Output[] = []
  for (const kind of ['labels', 'slips']) {
    for (let from = 0; from < ids.length; from += 500) {
      const parcelIds = ids.slice(from, from + 500)
      const file = await callAsAdmin(stack, 'POST', '/api/admin/parcel-documents', { kind, parcelIds })
      const pdf = await readPdf(await file.arrayBuffer())
      pages.push({ place: `what the file of ${kind} says of itself`, text: pdf.about })
      for (const { lines } of pdf.pages) pages.push({ place: `one of the ${kind}`, text: lines.join('\n') })
    }
  }
  return pages
}

/** Calls as the operator. @throws when it is refused */
export async function callAsAdmin(
  { baseUrl, adminPassword }: Stack,
  method: string,
  address: string,
  body?: unknown,
): Promise<Response> {
  const response = await fetch(baseUrl + address, {
    method,
    headers: { 'x-admin-password': adminPassword, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${await response.text()}`)
  return response
}
