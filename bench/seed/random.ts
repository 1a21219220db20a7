/** A random source that returns the same values for the same seed. */
export interface Random {
  /** At least 0, below 1. */
  next(): number
  /** A whole number from `from` to `to`, both included. */
  between(from: number, to: number): number
  /** True with this probability. */
  chance(probability: number): boolean
  pick<T>(choices: readonly T[]): T
  /** One of the choices, chosen by its weight. */
  weighted<T>(choices: readonly (readonly [T, number])[]): T
  /** This many random hexadecimal digits. */
  hex(digits: number): string
  uuid(): string
  /** An id as the databases create it at that time: lists are sorted by it. */
  objectId(at: Date): string
}

/** Creates the random source of a seed, which consists of strings and numbers. */
export function createRandom(...seed: (string | number)[]): Random {
  const next = sfc32(hashOf(seed.join(':')))
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  const pick = <T>(choices: readonly T[]) => choices[between(0, choices.length - 1)] as T
  const hex = (digits: number) => {
    let text = ''
    while (text.length < digits) text += between(0, 0xffff).toString(16).padStart(4, '0')
    return text.slice(0, digits)
  }
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick,
    weighted<T>(choices: readonly (readonly [T, number])[]): T {
      let left = next() * choices.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [choice, weight] of choices) {
        left -= weight
        if (left < 0) return choice
      }
      return (choices[0] as readonly [T, number])[0]
    },
    hex,
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
    objectId: (at) =>
      Math.floor(at.getTime() / 1000)
        .toString(16)
        .padStart(8, '0') + hex(16),
  }
}

type State = [number, number, number, number]

/** 128 bits of a text: FNV-1a four times, each with another start value. With fewer bits, ids of a large world could collide. */
function hashOf(text: string): State {
  const state: State = [0x811c9dc5, 0x9e3779b9, 0x85ebca6b, 0xc2b2ae35]
  for (let i = 0; i < text.length; i++) {
    for (let n = 0; n < 4; n++)
      state[n] = Math.imul((state[n] as number) ^ (text.charCodeAt(i) + n), 0x01000193)
  }
  return state
}

/** Chris Doty-Humphrey's small fast counter, of 128 bits. */
function sfc32([a, b, c, counter]: State): () => number {
  const next = () => {
    const t = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + t
    return (t >>> 0) / 4294967296
  }
  // Similar seeds are mixed before the first number is used.
  for (let round = 0; round < 12; round++) next()
  return next
}
