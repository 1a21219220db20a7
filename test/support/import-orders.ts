import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Stack } from '@prankpost/test-harness'

type Place = Pick<Stack, 'mongodbUri' | 'databasePrefix'>

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const command = file('../../services/order/src/import-orders.ts')
const crashAtFile = file('../../packages/local-stack/src/processes/crash-at.ts')

/** A file of orders, and the command that imports it, as an operator would run it. */
async function importFile({ mongodbUri, databasePrefix }: Place, orders: object[]) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'prankpost-import-'))
  const content = path.join(folder, 'orders.json')
  await writeFile(content, JSON.stringify(orders))
  const crashFile = path.join(folder, 'crash')
  const env = {
    ...process.env,
    MONGODB_URI: mongodbUri,
    DATABASE_PREFIX: databasePrefix,
    CRASH_REQUEST_FILE: crashFile,
  }
  return {
    /** Imports the file; `crashAt` kills the command there. Returns its output. @throws when it dies */
    async run(crashAt?: string): Promise<string> {
      if (crashAt !== undefined) await writeFile(crashFile, crashAt)
      const args = [...(crashAt === undefined ? [] : ['--import', crashAtFile]), command, content]
      return (await promisify(execFile)(process.execPath, args, { env })).stdout
    },
    remove: () => rm(folder, { recursive: true }),
  }
}

/** Imports orders of another shop. */
export async function importOrders(place: Place, orders: object[]): Promise<void> {
  const { run, remove } = await importFile(place, orders)
  await run().finally(remove)
}

/** An order of yesterday, changed by the given fields. */
export const orderOfYesterday = (customerEmail: string, changes: object = {}) => ({
  externalId: customerEmail,
  customerEmail,
  status: 'shipped',
  paidAt: new Date(Date.now() - 86_400_000).toISOString(),
  items: [{ prankName: 'Raw Potato', price: '4.99', contact: { name: 'Gerald Oldshop' } }],
  ...changes,
})

/** A file of paid guest orders, so many of each e-mail address. */
export const guestOrders = (place: Place, counts: Record<string, number>) =>
  importFile(
    place,
    Object.entries(counts).flatMap(([email, count]) =>
      Array.from({ length: count }, (_, n) => {
        const items = [{ prankName: 'Raw Potato', price: '4.99', contact: { name: `Gerald ${n}` } }]
        return orderOfYesterday(email, { externalId: `${email} ${n}`, status: 'paid', items })
      }),
    ),
  )
