import { buildFigures } from './figures.ts'
import { sweptOrder, sweptShipment } from './forgotten.ts'
import { logEntries } from './log-entries.ts'
import { messageDocument } from './messages.ts'
import { customerOf } from './people.ts'
import { addressBook, monthOrder, monthShipment, planDocument } from './plan-documents.ts'
import { planStory } from './plan-story.ts'
import { orderShipment, shopOrder } from './shop-orders.ts'
import type { World } from './world.ts'
import { type Databases, openWriters, type Writers } from './writers.ts'

/** At most this share of all orders are months of plans; the others are one-time orders. */
const monthShare = 0.6

/** A world cannot be written; the message is for the operator who runs the command. */
export class CannotSeed extends Error {}

/** How many documents of each kind were written. */
export type Filled = Record<keyof Writers, number>

/**
 * Fills a stack's databases with a generated world: plans with their complete history, one-time orders, and
 * messages. The documents are what the services would have written, without events to publish. `say` receives each
 * completed step. The figures of the days are built from all worlds, so only the last one of several builds them.
 * @throws CannotSeed when the world of this seed exists already
 */
export async function fillStack(
  databases: Databases,
  world: World,
  say: (line: string) => void,
  { isLast = true } = {},
): Promise<Filled> {
  const { plans, orders, figures, writers, close } = await openWriters(databases)
  try {
    if ((await plans.exists({ ownerId: customerOf(world.seed, 0).id })) !== null) {
      throw new CannotSeed(
        `These databases hold the world of seed ${world.seed} already. Take another one ` +
          `(--seed ${world.seed + 1}), or start afresh with \`npm start -- --fresh\`.`,
      )
    }
    const step = async (what: string, work: () => Promise<void>) => {
      const start = performance.now()
      await work()
      say(`${what}: ${((performance.now() - start) / 1_000).toFixed(1)} s`)
    }
    let months = 0
    await step('Plans, their months, parcels and log', async () => {
      months = await writePlans(writers, world)
    })
    await step('One-time orders and their parcels', () => writeOrders(writers, months, world))
    await step('Mail', () => writeMessages(writers, world))
    const counts = Object.entries(writers).map(async ([kind, writer]) => [kind, await writer.end()] as const)
    const filled = Object.fromEntries(await Promise.all(counts)) as Filled
    if (isLast) await step('Figures of the days', () => buildFigures({ orders, plans, figures }))
    return filled
  } finally {
    await close()
  }
}

/** Writes the plans, the newest first. Returns how many of their months became orders. */
async function writePlans(writers: Writers, world: World): Promise<number> {
  const { plans, orders, shipments, logs, contacts } = writers
  const monthsAtMost = Math.floor(world.amounts.orders * monthShare)
  let months = 0
  let logsLeft = world.amounts.logs
  for (let index = 0; index < world.amounts.plans; index++) {
    const story = planStory(index, world)
    const plan = planDocument(story)
    await plans.add(plan)
    for (const entry of logEntries(story, plan).slice(0, logsLeft)) {
      await logs.add(entry)
      logsLeft--
    }
    for (const month of story.months.toReversed()) {
      await shipments.add(sweptShipment(monthShipment(story, month), world))
      if (months >= monthsAtMost) continue
      await orders.add(sweptOrder(monthOrder(story, month, world), world))
      months++
    }
    // Plans with due parcels need targets.
    if (story.end === null) for (const contact of addressBook(story)) await contacts.add(contact)
  }
  return months
}

async function writeOrders({ orders, shipments }: Writers, months: number, world: World): Promise<void> {
  const count = world.amounts.orders - months
  for (let index = 0; index < count; index++) {
    const order = shopOrder(index, count, world)
    await orders.add(sweptOrder(order, world))
    const shipment = orderShipment(order)
    if (shipment !== null) await shipments.add(sweptShipment(shipment, world))
  }
}

async function writeMessages({ messages }: Writers, world: World): Promise<void> {
  for (let index = 0; index < world.amounts.messages; index++) {
    await messages.add(messageDocument(index, world))
  }
}
