import { randomBytes } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Gives `length` random letters and digits, unguessable enough to stand in an address. */
export function randomText(length: number): string {
  // 62 does not divide 256: the slight bias towards the first letters is harmless in a test id.
  return Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('')
}

/** Makes an id in Stripe's form, such as `pi_3fK...`: prefix, underscore, 24 letters and digits. */
export function newId(prefix: string): string {
  return `${prefix}_${randomText(24)}`
}

/** Turns one object's id into that of an object that exists once for it, as a payment intent's charge. */
export function siblingId(prefix: string, id: string): string {
  return `${prefix}_${id.slice(id.indexOf('_') + 1)}`
}
