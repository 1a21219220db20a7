import type { Achievement } from '@prankpost/contracts'
import { until } from '@prankpost/test-harness'
import { type Attack, expectSame } from '../frame/attack.ts'
import { type Customer, gerald, newCustomer } from '../kit/people.ts'

const title = 'Little Black Book'

/** Saves and deletes one target five times, for the achievement for five targets. */
export const blackBook: Attack = {
  name: 'black-book',
  finding: '8',
  bound: 'stays locked',
  async run(shop) {
    const cheater = await newCustomer(shop)
    for (let n = 0; n < 5; n++) {
      const { body } = await cheater.insist('POST', '/api/contacts', gerald, 201)
      await cheater.insist('DELETE', `/api/contacts/${body.id}`, undefined, 204)
    }
    // These are saved after the cheater's targets: once they are counted, the cheater's have been counted, too.
    const honest = await newCustomer(shop)
    for (let n = 0; n < 5; n++)
      await honest.insist(
        'POST',
        '/api/contacts',
        { ...gerald, name: `Gerald ${n}`, address: `${n} Path` },
        201,
      )
    await until(async () => (await bookOf(honest)).unlocked)
    const { unlocked, progress } = await bookOf(cheater)
    const check = expectSame(`'${title}' unlocks with one target`, unlocked, false)
    return { checks: [{ ...check, seen: `${unlocked ? 'unlocked' : 'locked'}, ${progress} of 5` }] }
  },
}

async function bookOf(customer: Customer): Promise<Achievement> {
  const { body } = await customer.request('GET', '/api/achievements')
  const book = (body as Achievement[]).find((one) => one.title === title)
  if (book === undefined) throw new Error(`there is no achievement '${title}'`)
  return book
}
