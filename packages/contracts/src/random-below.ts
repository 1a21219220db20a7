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

/** Uses cryptographically secure random numbers: they cannot be predicted or influenced. */
export const secureRandomBelow = randomBelowFrom(
  () => crypto.getRandomValues(new Uint32Array(1))[0] as number,
)
