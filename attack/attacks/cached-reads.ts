import type { Attack } from '../frame/attack.ts'
import { newCustomer } from '../kit/people.ts'

const paths = [
  '/api/auth/user',
  '/api/contacts',
  '/api/prank-history',
  '/api/subscriptions',
  '/api/achievements',
]
/** Suffixes and escapes with which an intermediate cache may treat a private read as a public file. */
const disguises = ['', '?x=a.css', '/a.css', '%2fa.css', ';a.css', '.css', '%00.css', '%3fa.css']

/** A customer opens a private read under a name that caches store; then a stranger requests it. */
export const cachedReads: Attack = {
  name: 'cached-reads',
  finding: '-',
  bound: 'no-store; nothing for strangers',
  async run(shop) {
    const customer = await newCustomer(shop)
    const stranger = shop.newAddress()
    const cacheable: string[] = []
    const leaked: string[] = []
    for (const path of paths) {
      for (const disguise of disguises) {
        const url = path + disguise
        const own = await customer.request('GET', url)
        const rules = own.headers['cache-control'] ?? ''
        // A page or a 404 is the same for everyone and contains no data of the customer.
        if (
          own.status === 200 &&
          own.text.includes('{') &&
          !rules.includes('no-store') &&
          isApi(own.headers['content-type'])
        )
          cacheable.push(url)
        const foreign = await shop.call('GET', url, { from: stranger })
        if (foreign.text.includes(customer.email)) leaked.push(url)
      }
    }
    const count = paths.length * disguises.length
    return {
      checks: [
        {
          what: 'no private read may be stored',
          held: cacheable.length === 0,
          seen: `${cacheable.length} of ${count} ${cacheable[0] ?? ''}`.trim(),
        },
        {
          what: 'a stranger gets no private data',
          held: leaked.length === 0,
          seen: `${leaked.length} of ${count} ${leaked[0] ?? ''}`.trim(),
        },
      ],
    }
  },
}

const isApi = (type: string | undefined) => type?.includes('json') === true
