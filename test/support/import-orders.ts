import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Stack } from '@prankpost/test-harness'

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const command = file('../../services/order/src/import-orders.ts')
const crashAtFile = file('../../packages/local-stack/src/processes/crash-at.ts')

/** A file of guest orders, so many of each e-mail address, and the command that imports it. */
export async function guestOrders({ processes }: Stack, counts: Record<string, number>) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'prankpost-import-'))
  const orders = Object.entries(counts).flatMap(([customerEmail, count]) =>
    Array.from({ length: count }, (_, n) => ({
      externalId: `${customerEmail} ${n}`,
      customerEmail,
      status: 'paid',
      paidAt: new Date(Date.now() - 86_400_000).toISOString(),
      items: [{ prankName: 'Raw Potato', price: '4.99', contact: { name: `Gerald ${n}` } }],
    })),
  )
  const content = path.join(folder, 'orders.json')
  await writeFile(content, JSON.stringify(orders))
  const env = processes.find(({ spec }) => spec.name === 'order')?.spec.env
  return {
    /** Imports the file; `crashAt` kills the command there. Returns its output. @throws when it dies */
    async run(crashAt?: string): Promise<string> {
      const crashFile = path.join(folder, 'crash')
      if (crashAt !== undefined) await writeFile(crashFile, crashAt)
      const args = [...(crashAt === undefined ? [] : ['--import', crashAtFile]), command, content]
      const options = { env: { ...env, CRASH_REQUEST_FILE: crashFile } }
      return (await promisify(execFile)(process.execPath, args, options)).stdout
    },
    remove: () => rm(folder, { recursive: true }),
  }
}
