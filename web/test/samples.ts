import type { Prank } from '@prankpost/contracts/prank'
import type { User } from '@prankpost/contracts/user'
import type { Target } from '../src/lib/local-targets.ts'

/** An id in the form of our databases. */
export const idOf = (n: number) => n.toString(16).padStart(24, '0')

/** The catalogue that the tests' server sells. */
export const pranks: Prank[] = [
  ['Raw Potato', 'potato'],
  ['Glitter of Doom', 'glitter'],
  ['Bag of Farts', 'fart'],
  ['Fake Adoption Papers', 'adopted'],
  ['Mystery Sauce', 'condiments'],
  ['Dirty Sock', 'sock'],
].map(([name, image], index) => ({
  id: idOf(index + 1),
  name: name ?? '',
  description: `All about the ${name}.`,
  price: '4.99',
  tier: 'Standard',
  image: image as Prank['image'],
}))

/** The customer who signs in. */
export const molly: User = {
  id: idOf(900),
  email: 'molly@example.com',
  firstName: 'Molly',
  lastName: 'Jester',
  createdAt: '2024-12-01T10:00:00.000Z',
}

/** Somebody who has it coming. */
export const bob: Target = {
  id: idOf(500),
  name: 'Bob Butterfingers',
  address: '1 Elm Street',
  city: 'Reno',
  state: 'NV',
  zipCode: '89501',
  profilePicture: 'nerd',
}
