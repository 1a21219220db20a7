import type { Attack } from '../frame/attack.ts'
import type { Shop } from '../frame/shop.ts'
import { type Customer, gerald, newCustomer } from '../kit/people.ts'

/** Invisible texts. */
const invisible = [
  '\u200b\u200b',
  '\u200d',
  '\u2060',
  '\ufeff\ufeff',
  '\u202e',
  '\u2066\u2069',
  '\u200e\u200f',
  '\u00ad',
]
/** Characters that must not be stored. */
const unseen = /[\u00ad\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/
const fields = ['name', 'address', 'city'] as const

/** Names and addresses with zero-width and direction characters, alone and between other characters. */
export const invisibleNames: Attack = {
  name: 'invisible-names',
  finding: '7',
  bound: '400, or stored without them, in NFC',
  async run(shop) {
    const customer = await newCustomer(shop)
    const accepted: string[] = []
    for (const field of fields) {
      for (const text of invisible) {
        const stored = await save(customer, { ...gerald, [field]: text })
        if (stored !== null) accepted.push(`${field} ${JSON.stringify(text)}`)
      }
    }
    const mixed = await save(customer, { ...gerald, name: 'Ger\u202edla\u200b Sn\u2066ail' })
    const decomposed = await save(customer, { ...gerald, name: 'Zoe\u0308 Snail' })
    const names = await register(shop)
    return {
      checks: [
        {
          what: 'a target with an invisible field is refused',
          held: accepted.length === 0,
          seen: `${accepted.length} of ${fields.length * invisible.length} accepted ${accepted[0] ?? ''}`.trim(),
        },
        {
          what: 'invisible characters in a name are refused or removed',
          held: mixed === null || !unseen.test(mixed),
          seen: mixed === null ? 'refused' : JSON.stringify(mixed),
        },
        { what: 'a name is stored in NFC', held: decomposed === 'Zo\u00eb Snail', seen: String(decomposed) },
        { what: 'an account without a visible name is refused', held: names === 400, seen: String(names) },
      ],
    }
  },
}

/** Saves a target; returns the stored name, or null when it is refused. */
async function save(customer: Customer, target: typeof gerald): Promise<string | null> {
  const { status, body } = await customer.request('POST', '/api/contacts', { body: target })
  return status === 201 ? String(body.name) : null
}

async function register(shop: Shop): Promise<number> {
  const email = `invisible-${Date.now()}@customers.test`
  const body = { email, password: 'correct horse', firstName: '\u200b', lastName: '\u202e' }
  return (await shop.call('POST', '/api/auth/register', { from: shop.newAddress(), body })).status
}
