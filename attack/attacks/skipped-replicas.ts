import { until } from '@prankpost/test-harness'
import type { Attack } from '../frame/attack.ts'
import type { Shop } from '../frame/shop.ts'
import { type Customer, newCustomer } from '../kit/people.ts'
import { hostOf, sendRaw } from '../kit/raw.ts'

const rounds = 3
const readsInARound = 20
/** Each replica must get at least this many of a round's reads; with round-robin it would be half. */
const least = 5
/** A replica that is skipped is used again after at most 8 s. */
const backWithinMs = 12_000

const replicasOf = (shop: Shop) => shop.processes.filter(({ name }) => name === 'contact')

/** Sends requests whose answers close the connection; the following reads must still reach every replica. */
export const skippedReplicas: Attack = {
  name: 'skipped-replicas',
  finding: '5',
  bound: `each replica gets ${least} of ${readsInARound} reads`,
  obstacle: (shop) =>
    replicasOf(shop).length > 1 ? null : 'each service has one replica (npm start -- --replicas 2)',
  async run(shop) {
    const customer = await newCustomer(shop)
    const from = shop.newAddress()
    const cases = { 'a chunked body': 'transfer-encoding: chunked', 'connection: close': 'connection: close' }
    const checks = []
    for (const [what, header] of Object.entries(cases)) {
      const shares: number[] = []
      const body = header.startsWith('transfer') ? '2\r\n{}\r\n0\r\n\r\n' : ''
      const head = `POST /api/contacts HTTP/1.1\r\nhost: ${hostOf(shop)}\r\ncontent-type: application/json`
      for (let n = 0; n < rounds; n++) {
        await until(async () => (await leastShare(shop, customer)) >= least, backWithinMs)
        await sendRaw(shop, `${head}\r\n${header}\r\n\r\n${body}`, { from, silenceMs: 20 })
        shares.push(await leastShare(shop, customer))
      }
      checks.push({
        what: `after ${what} every replica still gets calls`,
        held: Math.min(...shares) >= least,
        seen: `fewest of ${readsInARound} reads that a replica got: ${shares.join(', ')}`,
      })
    }
    return { checks }
  },
}

/** Reads the address book several times; returns the smallest number of reads that one replica answered. */
async function leastShare(shop: Shop, customer: Customer): Promise<number> {
  const before = await readsOfEach(shop)
  const from = shop.newAddress()
  for (let n = 0; n < readsInARound; n++) {
    const { status } = await customer.request('GET', '/api/contacts', { from })
    if (status !== 200) throw new Error(`GET /api/contacts: ${status}`)
  }
  const after = await readsOfEach(shop)
  return Math.min(...after.map((count, replica) => count - (before[replica] ?? 0)))
}

/** The number of reads of the address book that each replica has answered, from its metrics. */
async function readsOfEach(shop: Shop): Promise<number[]> {
  return Promise.all(
    replicasOf(shop).map(async ({ url }) => {
      const text = await (await fetch(`${url}/metrics`)).text()
      const lines = text
        .split('\n')
        .filter((line) => /^http_\w+_count\{.*method="GET".*\/api\/contacts"/.test(line))
      return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
    }),
  )
}
