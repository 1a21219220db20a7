import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Stack } from '@prankpost/test-harness'

/** Runs the import command, as an operator would, on a file with one order of yesterday, changed by the given fields. */
export async function importOrder(
  { mongodbUri: MONGODB_URI, databasePrefix: DATABASE_PREFIX }: Pick<Stack, 'mongodbUri' | 'databasePrefix'>,
  customerEmail: string,
  parts: object = {},
): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'prankpost-import-'))
  const file = path.join(folder, 'orders.json')
  const item = { prankName: 'Raw Potato', price: '4.99', contact: { name: 'Gerald Oldshop' } }
  const paidAt = new Date(Date.now() - 86_400_000).toISOString()
  const order = {
    externalId: customerEmail,
    customerEmail,
    status: 'shipped',
    paidAt,
    items: [item],
    ...parts,
  }
  await writeFile(file, JSON.stringify([order]))
  const env = { ...process.env, MONGODB_URI, DATABASE_PREFIX }
  try {
    await promisify(execFile)(process.execPath, ['services/order/src/import-orders.ts', file], { env })
  } finally {
    await rm(folder, { recursive: true })
  }
}
