import { until } from '../../test/support/shopper.ts'
import type { Attack } from '../frame/attack.ts'
import type { Shop } from '../frame/shop.ts'
import { type Customer, newCustomer } from '../kit/people.ts'
import { hostOf, sendRaw } from '../kit/raw.ts'

const rounds = 3
const readsInARound = 20
/** Of a round's reads each replica must get at least so many; in turn it would be half. */
const least = 5
/** A replica that is passed over comes back after at most 8 s. */
const backWithinMs = 12_000

const replicasOf = (shop: Shop) => shop.processes.filter(({ name }) => name === 'contact')

/** Requests whose answers end the connection, each followed by reads: they must still reach every replica. */
export const restingReplicas: Attack = {
  name: 'resting-replicas',
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
        what: `after ${what} every replica goes on getting calls`,
        held: Math.min(...shares) >= least,
        seen: `of ${readsInARound} reads the one that got least: ${shares.join(', ')}`,
      })
    }
    return { checks }
  },
}

/** Reads the address book a few times: how many of the reads the replica answered that got least. */
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

/** How many reads of the address book each replica has answered, by its own metrics. */
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
