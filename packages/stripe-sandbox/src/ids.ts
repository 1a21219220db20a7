import { randomBytes } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Returns `length` random letters and digits, hard enough to guess for use in an address. */
export function randomText(length: number): string {
  // 62 does not divide 256: the slight bias towards the first letters is harmless in a test id.
  return Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('')
}

/** Makes an id in Stripe's form, such as `pi_3fK...`: prefix, underscore, 24 letters and digits. */
export function newId(prefix: string): string {
  return `${prefix}_${randomText(24)}`
}

/** Derives the id of an object that exists once per other object, such as the charge of a payment intent. */
export function siblingId(prefix: string, id: string): string {
  return `${prefix}_${id.slice(id.indexOf('_') + 1)}`
}
