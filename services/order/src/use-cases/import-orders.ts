import { fallbackPrankImage, type ImportedOrder, importFile, parseMoney } from '@prankpost/contracts'
import { checkpoint } from '@prankpost/messaging'
import { unlessDuplicate } from '@prankpost/service-kit'
import { Types } from 'mongoose'
import type { Deps } from '../deps.ts'
import { type Order, searchTermsOf, statusEntry } from '../order.model.ts'
import type { Price } from '../price.model.ts'
import { screenedOrder } from '../reviews.ts'
import { orderPaid } from './mark-order-paid.ts'

/**
 * Imports orders of another shop as guest orders. The whole file is validated before the first write. `externalId` is
 * the unique key: a repeated run, also after a crash, adds only what is missing. Orders that must still be shipped are
 * announced as paid.
 * @throws ZodError when any order of the file is invalid
 */
export async function importOrders(
  file: unknown,
  deps: Pick<Deps, 'outbox' | 'prices'>,
): Promise<{ imported: number; known: number }> {
  const orders = importFile.parse(file)
  const prices = await deps.prices
    .find({ name: { $in: orders.flatMap(({ items }) => items.map((i) => i.prankName)) } })
    .lean()
  const byName = new Map(prices.map((price) => [price.name, price]))
  let imported = 0
  for (const entry of orders) {
    if (await insertOnce(toOrder(entry, byName), entry, deps)) imported++
  }
  return { imported, known: orders.length - imported }
}

async function insertOnce(
  order: Order,
  entry: ImportedOrder,
  { outbox }: Pick<Deps, 'outbox'>,
): Promise<boolean> {
  const toShip = entry.status === 'paid' || entry.status === 'processing'
  const insert = () => {
    if (!toShip) return outbox.insert(order)
    const screened: Order = { ...screenedOrder(order), announcedAt: new Date(), lacksDigests: true }
    return outbox.insert(screened, [orderPaid(screened, new Date(entry.paidAt))])
  }
  const isNew = await unlessDuplicate(insert())
  if (isNew) checkpoint('order:imported')
  return isNew
}

function toOrder(entry: ImportedOrder, byName: Map<string, Price>): Order {
  const paidAt = new Date(entry.paidAt)
  const items = entry.items.map((item, index) => ({
    id: String(index + 1),
    prank: prankNamed(item.prankName, byName),
    contactId: null,
    contact: { address: '', city: '', state: '', zipCode: '', ...item.contact },
    quantity: item.quantity,
    priceCents: parseMoney(item.price) ?? 0,
    shippedAt: null,
    trackingNumber: null,
    adminNotes: null,
  }))
  const order = {
    _id: new Types.ObjectId(),
    ownerId: null,
    guestEmail: entry.customerEmail,
    type: 'once' as const,
    status: entry.status,
    checkout: null,
    customer: { name: entry.customerName ?? null, email: entry.customerEmail },
    items,
    totalCents: items.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0),
    discountCode: null,
    customMessage: entry.customMessage ?? null,
    paymentIntentId: entry.paymentReference ?? null,
    paidAt,
    plan: null,
    externalId: entry.externalId,
    statusHistory: [statusEntry(entry.status, 'import', paidAt)],
    createdAt: paidAt,
    revision: 1,
    outbox: [],
  }
  return { ...order, searchTerms: searchTermsOf(order) }
}

function prankNamed(name: string, byName: Map<string, Price>) {
  const known = byName.get(name)
  if (known === undefined)
    return { id: 'imported', name, description: name, tier: 'Standard', image: fallbackPrankImage }
  const { _id, description, tier, image } = known
  return { id: _id, name, description, tier, image }
}
