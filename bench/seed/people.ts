import { createRandom, type Random } from './random.ts'
import { cities, firstNames, lastNames, streets } from './words.ts'

/** A customer without an account, with the data that orders and plans need. */
export interface Customer {
  id: string
  firstName: string
  lastName: string
  email: string
}

/** A target of a customer, with its id in their address book. */
export interface Target {
  id: string
  contact: { name: string; address: string; address2: null; city: string; state: string; zipCode: string }
}

/** The nth customer of a seed: the same values return the same customer. */
export function customerOf(seed: number, index: number): Customer {
  const random = createRandom(seed, 'customer', index)
  const [firstName, lastName] = [random.pick(firstNames), random.pick(lastNames)]
  const email = `${firstName}.${lastName}.${seed}-${index}@example.com`.toLowerCase()
  return { id: `5eed${random.hex(20)}`, firstName, lastName, email }
}

/** The address book of a customer: two to five targets. */
export function targetsOf(customer: Customer): Target[] {
  const random = createRandom(customer.id, 'targets')
  return Array.from({ length: random.between(2, 5) }, () => ({
    id: `5eed${random.hex(20)}`,
    contact: addressFrom(random),
  }))
}

function addressFrom(random: Random): Target['contact'] {
  const [city, state, zipCode] = random.pick(cities)
  return {
    name: `${random.pick(firstNames)} ${random.pick(lastNames)}`,
    address: `${random.between(1, 2_400)} ${random.pick(streets)}`,
    address2: null,
    city,
    state,
    zipCode,
  }
}
