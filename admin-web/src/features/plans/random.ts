import type { RandomBelow } from './draw.ts'

const range = 2 ** 53

/**
 * Makes whole numbers below a limit out of random 32-bit words. What would make the low numbers a little likelier
 * (the remainder of the range) is thrown away and drawn again.
 */
export function randomBelowFrom(word: () => number): RandomBelow {
  return (limit) => {
    const fair = range - (range % limit)
    for (;;) {
      const number = (word() >>> 11) * 2 ** 32 + word()
      if (number < fair) return number % limit
    }
  }
}

/** Chance as the browser's cryptography has it: nobody can foretell or steer it. */
export const secureRandomBelow = randomBelowFrom(
  () => crypto.getRandomValues(new Uint32Array(1))[0] as number,
)

/**
 * A random UUID (version 4, RFC 9562). The browser's own `crypto.randomUUID` is missing where the admin is served
 * over plain HTTP, as on a local network; chance is not.
 */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const variant = '89ab'[Number.parseInt(hex[16] as string, 16) & 3]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
}
