/** A random source that returns the same values for the same seed. */
export interface Random {
  /** At least 0, below 1. */
  next(): number
  /** A whole number, both limits included. */
  between(least: number, most: number): number
  oneOf<T>(things: readonly [T, ...T[]]): T
  /** True with this probability, from 0 to 1. */
  happens(probability: number): boolean
  /** One of the things, chosen by its weight. */
  weighted<T>(things: readonly (readonly [thing: T, weight: number])[]): T
  /** The same things in another order. */
  shuffled<T>(things: readonly T[]): T[]
}

/** Mulberry32: 32 bits of state are sufficient for a scenario. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    between,
    oneOf: (things) => things[between(0, things.length - 1)] ?? things[0],
    happens: (probability) => next() < probability,
    weighted<T>(things: readonly (readonly [thing: T, weight: number])[]): T {
      let left = next() * things.reduce((sum, [, weight]) => sum + weight, 0)
      const found = things.find(([, weight]) => {
        left -= weight
        return left < 0
      })
      if (found === undefined) throw new Error('there is nothing to choose from')
      return found[0]
    },
    shuffled: (things) =>
      things
        .map((thing) => ({ thing, rank: next() }))
        .sort((a, b) => a.rank - b.rank)
        .map(({ thing }) => thing),
  }
}
