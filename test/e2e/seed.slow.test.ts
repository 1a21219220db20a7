import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { testNamespace } from '@prankpost/test-harness'
import { type Document, MongoClient } from 'mongodb'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CannotSeed, type Filled, fillStack } from '../../bench/seed/fill.ts'
import type { World } from '../../bench/seed/world.ts'
import { connectDatabase } from '../../packages/service-kit/src/index.ts'
import { createContactModel } from '../../services/contact/src/contact.model.ts'
import { createShipmentModel } from '../../services/fulfilment/src/shipment.model.ts'
import { createOrderModel } from '../../services/order/src/order.model.ts'
import { createPlanModel } from '../../services/subscription/src/plan.model.ts'
import { createLogModel } from '../../services/subscription-logs/src/log.model.ts'
import { createMessageModel } from '../../services/support/src/message.model.ts'

const world: World = {
  seed: 7,
  now: new Date('2026-11-20T12:00:00.000Z'),
  amounts: { orders: 100, plans: 24, logs: 160, messages: 20 },
}
const space = testNamespace()
const databases = { mongodbUri: space.mongodbUri, databasePrefix: space.databasePrefix }
const mongo = new MongoClient(space.mongodbUri)
const kept = {
  plans: 'subscription.subscriptions',
  orders: 'order.orders',
  shipments: 'fulfilment.shipments',
}
const all = (place: string, prefix = space.databasePrefix): Promise<Document[]> => {
  const [service, collection] = place.split('.') as [string, string]
  return mongo.db(`${prefix}_${service}`).collection(collection).find().sort({ _id: 1 }).toArray()
}

let filled: Filled
beforeAll(async () => {
  filled = await fillStack(databases, world, () => undefined)
})
afterAll(async () => {
  await mongo.close()
  await space.drop({ topology: false })
})

describe('a seeded world', () => {
  test('when amounts are requested then it has them', () => {
    expect(filled).toMatchObject(world.amounts)
  })

  test.each([
    ['order', createOrderModel],
    ['subscription', createPlanModel],
    ['fulfilment', createShipmentModel],
    ['subscription-logs', createLogModel],
    ['contact', createContactModel],
    ['support', createMessageModel],
  ] as const)(
    'when the %s service reads its documents then they are equal to what its own model would store',
    async (service, create) => {
      const settings = { MONGODB_URI: space.mongodbUri, DATABASE_PREFIX: space.databasePrefix }
      const connection = await connectDatabase(service, settings)
      const model = create(connection) as ReturnType<typeof createMessageModel>
      let count = 0
      for await (const document of model.collection.find()) {
        const made = new model(document)
        await made.validate()
        expect(made.toObject()).toEqual(document)
        count++
      }
      expect(count).toBeGreaterThan(10)
      await connection.close()
    },
  )

  test('when two are made with the same seed and the same time then they are equal', async () => {
    const other = testNamespace()
    await fillStack({ ...databases, databasePrefix: other.databasePrefix }, world, () => undefined)
    for (const place of Object.values(kept)) {
      expect(await all(place, other.databasePrefix)).toEqual(await all(place))
    }
    await other.drop({ topology: false })
  })

  test('when its parts are compared then no service contradicts another', async () => {
    const [plans, orders, shipments] = await Promise.all(
      [kept.plans, kept.orders, kept.shipments].map((place) => all(place)),
    )
    const shipmentOf = new Map(shipments?.map((one) => [one.orderId ?? one.invoiceId, one]))
    for (const order of orders ?? []) {
      const shipment = shipmentOf.get(order.invoiceId ?? String(order._id))
      expect([order._id, shipment === undefined]).toEqual([order._id, order.paidAt === undefined])
      const left = order.items.filter((item: Document) => item.shippedAt !== null).length
      expect(left).toBe(shipment?.parcels.filter((one: Document) => one.shippedAt !== null).length ?? 0)
      expect(order.statusHistory.at(-1).status).toBe(order.status)
    }
    for (const { status, months, liveKey, ownerId } of plans ?? []) {
      expect(liveKey).toBe(status === 'cancelled' ? undefined : ownerId)
      for (const { invoiceId, parcelsShipped } of months) {
        expect(shipmentOf.get(invoiceId)?.parcels).toHaveLength(parcelsShipped)
      }
    }
  })

  test('when it is requested again then nothing is written', async () => {
    await expect(fillStack(databases, { ...world, now: new Date() }, () => undefined)).rejects.toThrow(
      CannotSeed,
    )
    expect(await all(kept.plans)).toHaveLength(24)
  })
})

describe('npm run seed', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'prankpost-seed-'))
    await writeFile(path.join(folder, 'stack.json'), JSON.stringify({ mongodbUri: space.mongodbUri }))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const run = (args: string[], env: NodeJS.ProcessEnv) =>
    promisify(execFile)(process.execPath, [path.join(root, 'bench', 'seed', 'main.ts'), ...args], {
      env: { ...process.env, DATA_DIR: folder, DATABASE_PREFIX: `${space.databasePrefix}_run`, ...env },
    })
  const refused = (args: string[], env: NodeJS.ProcessEnv, message: RegExp) =>
    expect(run(args, env)).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(message) })

  test('when NODE_ENV is production then it refuses, and says why', () =>
    refused([], { NODE_ENV: 'production' }, /^Made-up .* production .*nothing was written\.\n$/))

  test('when no stack runs then it says what to do', () =>
    refused([], { DATA_DIR: path.join(folder, 'nowhere') }, /^No stack runs from .*npm start/))

  test('when it is called with an unknown number then it explains its usage', () =>
    refused(['--orders=many'], {}, /Usage: npm run seed/))

  test('when a stack runs then it is filled, with a line about each part', async () => {
    const amounts = ['--orders=20', '--plans=5', '--logs=30', '--messages=3', '--seed=9']
    const { stdout } = await run(amounts, { NODE_ENV: 'development' })
    expect(stdout).toMatch(
      /Written in \d+ s: 5 plans, 20 orders, \d+ shipments, \d+ logs, \d+ contacts, 3 messages\.\n$/,
    )
  })
})
