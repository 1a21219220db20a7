import { randomBytes } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

// A purchase takes a dozen ids: drawing their randomness in one go is ten times cheaper.
let pool = Buffer.alloc(0)
let used = 0

/** Gives `length` (up to 100) random letters and digits, unguessable enough to stand in an address. */
export function randomText(length: number): string {
  if (used + length > pool.length) {
    pool = randomBytes(4096)
    used = 0
  }
  let text = ''
  // 62 does not divide 256: the slight bias towards the first letters is harmless in a test id.
  for (const byte of pool.subarray(used, used + length)) text += alphabet[byte % alphabet.length]
  used += length
  return text
}

/** Makes an id in Stripe's form, such as `pi_3fK...`: prefix, underscore, 24 letters and digits. */
export function newId(prefix: string): string {
  return `${prefix}_${randomText(24)}`
}

/** Turns one object's id into that of an object that exists once for it, as a payment intent's charge. */
export function siblingId(prefix: string, id: string): string {
  return `${prefix}_${id.slice(id.indexOf('_') + 1)}`
}
