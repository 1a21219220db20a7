import type { RandomBelow } from './draw.ts'

const range = 2 ** 53

/**
 * Creates a generator of random integers below a limit from random 32-bit words. Values in the remainder of the range,
 * which would make low numbers slightly more likely, are rejected and drawn again.
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

/** Uses the browser's cryptographically secure random numbers: they cannot be predicted or influenced. */
export const secureRandomBelow = randomBelowFrom(
  () => crypto.getRandomValues(new Uint32Array(1))[0] as number,
)

/**
 * A random UUID (version 4, RFC 9562). The browser's `crypto.randomUUID` is not available when the admin is served over
 * plain HTTP, as on a local network; `crypto.getRandomValues` is.
 */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const variant = '89ab'[Number.parseInt(hex[16] as string, 16) & 3]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`
}
