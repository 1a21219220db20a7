import { until } from '@prankpost/test-harness'
import type { Attack } from '../frame/attack.ts'
import type { Shop } from '../frame/shop.ts'
import { asOperator, auditOf, gerald, newCustomer } from '../kit/people.ts'

const pages = 5

/** A caller with the operator's password reads orders, messages and targets page by page. */
export const unauditedReads: Attack = {
  name: 'unaudited-reads',
  finding: '8',
  bound: 'an entry in the audit trail',
  async run(shop) {
    const customer = await newCustomer(shop)
    await customer.insist('POST', '/api/contacts', gerald, 201)
    const reads = [
      { service: 'order', endpoint: '/api/admin/orders', path: '/api/admin/orders' },
      { service: 'support', endpoint: '/api/admin/contact-messages', path: '/api/admin/contact-messages' },
      {
        service: 'contact',
        endpoint: '/api/admin/user-contacts/:userId',
        path: `/api/admin/user-contacts/${customer.id}`,
      },
    ]
    const check = async ({ service, endpoint, path }: (typeof reads)[number]) => {
      const known = new Set((await auditOf(shop, service)).map(({ id }) => id))
      await readAll(shop, path)
      const found = await until(async () => {
        const entries = await auditOf(shop, service)
        return entries.find((entry) => !known.has(entry.id) && entry.endpoint === `GET ${endpoint}`)
      }, 3_000).catch(() => null)
      return {
        what: `reading all of ${endpoint} is in the audit trail`,
        held: found !== null,
        seen: found === null ? 'no entry' : `an entry for ${found.endpoint}`,
      }
    }
    return { checks: await Promise.all(reads.map(check)) }
  },
}

/** Reads pages of the maximum size. */
async function readAll(shop: Shop, path: string): Promise<void> {
  let cursor = ''
  for (let page = 0; page < pages; page++) {
    const { status, body } = await asOperator(shop, 'GET', `${path}?limit=200${cursor}`)
    if (status !== 200) throw new Error(`GET ${path}: ${status}`)
    if (!body.nextCursor) return
    cursor = `&cursor=${body.nextCursor}`
  }
}
