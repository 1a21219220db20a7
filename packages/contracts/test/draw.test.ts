import { describe, expect, test } from 'vitest'
import { drawShipments, type Pick, type RandomBelow } from '../src/draw.ts'
import { randomBelowFrom, secureRandomBelow } from '../src/random-below.ts'

/** Random numbers that are the same in every run (mulberry32), as 32-bit words. */
function wordsFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let word = Math.imul(state ^ (state >>> 15), 1 | state)
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word
    return (word ^ (word >>> 14)) >>> 0
  }
}

const rounds = 3_000
const targets = (count: number) => Array.from({ length: count }, (_, i) => `t${i + 1}`)
const pranks = (count: number) => Array.from({ length: count }, (_, i) => `p${i + 1}`)
const had = (...pairs: string[]): Pick[] =>
  pairs.map((pair) => {
    const [contactId = '', prankId = ''] = pair.split(' ')
    return { contactId, prankId }
  })
const pairsOf = (drawn: Pick[]) => drawn.map(({ contactId, prankId }) => `${contactId} ${prankId}`)
const unique = (all: string[]) => new Set(all).size

function tally(random: RandomBelow, draw: (random: RandomBelow) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (let i = 0; i < rounds; i++) {
    const outcome = draw(random)
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  }
  return counts
}

/** Pearson's statistic against `cells` equally likely outcomes. */
function chiSquare(counts: Map<string, number>, cells: number): number {
  const expected = rounds / cells
  const seen = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
  return seen + (cells - counts.size) * expected
}

/** The limit that the statistic stays below in 999 of 1,000 runs (Wilson and Hilferty's approximation). */
function critical(cells: number): number {
  const freedom = cells - 1
  const spread = 2 / (9 * freedom)
  return freedom * (1 - spread + 3.09 * Math.sqrt(spread)) ** 3
}

describe('a fair draw', () => {
  test('when there are more targets than rows, then each ordered choice of targets is equally likely', () => {
    const counts = tally(randomBelowFrom(wordsFrom(1)), (random) =>
      drawShipments({ count: 2, targetIds: targets(4), prankIds: ['p1'], sent: [] }, random)
        .map(({ contactId }) => contactId)
        .join(),
    )
    expect(counts.size).toBe(12)
    expect(chiSquare(counts, 12)).toBeLessThan(critical(12))
  })

  test('when nothing was sent, then each way to give the rows different pranks is equally likely', () => {
    const counts = tally(randomBelowFrom(wordsFrom(2)), (random) =>
      drawShipments({ count: 3, targetIds: ['t1'], prankIds: pranks(4), sent: [] }, random)
        .map(({ prankId }) => prankId)
        .join(),
    )
    expect(counts.size).toBe(24)
    expect(chiSquare(counts, 24)).toBeLessThan(critical(24))
  })

  test('when earlier shipments leave only some ways, then each of those is equally likely and no other is drawn', () => {
    // t1 may get p1 or p2, t2 may get p2 or p3; p2 is not drawn twice.
    const sent = had('t1 p3', 't2 p1')
    const counts = tally(randomBelowFrom(wordsFrom(3)), (random) =>
      pairsOf(drawShipments({ count: 2, targetIds: targets(2), prankIds: pranks(3), sent }, random))
        .sort()
        .join(),
    )
    expect([...counts.keys()].sort()).toEqual(['t1 p1,t2 p2', 't1 p1,t2 p3', 't1 p2,t2 p3'])
    expect(chiSquare(counts, 3)).toBeLessThan(critical(3))
  })

  test('when there are more rows than targets, then each target is equally likely to be drawn fewer times', () => {
    const counts = tally(randomBelowFrom(wordsFrom(4)), (random) => {
      const drawn = drawShipments({ count: 5, targetIds: targets(3), prankIds: ['p1'], sent: [] }, random)
      const uses = targets(3).map((id) => drawn.filter(({ contactId }) => contactId === id).length)
      expect([...uses].sort()).toEqual([1, 2, 2])
      return String(uses.indexOf(1))
    })
    expect(chiSquare(counts, 3)).toBeLessThan(critical(3))
  })
})

describe('what a draw avoids', () => {
  const random = randomBelowFrom(wordsFrom(5))
  const hundred = (input: Parameters<typeof drawShipments>[0]) =>
    Array.from({ length: 100 }, () => drawShipments(input, random))

  test('when there are enough targets and pranks, then none is drawn twice', () => {
    for (const drawn of hundred({ count: 5, targetIds: targets(5), prankIds: pranks(5), sent: [] })) {
      expect(unique(drawn.map(({ contactId }) => contactId))).toBe(5)
      expect(unique(drawn.map(({ prankId }) => prankId))).toBe(5)
    }
  })

  test('when a target had all but one prank, then it gets that one, and the other rows get the others', () => {
    const sent = had('t1 p1', 't1 p2')
    for (const drawn of hundred({ count: 3, targetIds: targets(3), prankIds: pranks(3), sent })) {
      expect(pairsOf(drawn)).toContain('t1 p3')
      expect(unique(drawn.map(({ prankId }) => prankId))).toBe(3)
    }
  })

  test('when a prank must be repeated for a target or within the batch, then it is repeated within the batch', () => {
    const sent = had('t1 p1', 't2 p1')
    for (const drawn of hundred({ count: 2, targetIds: targets(2), prankIds: pranks(2), sent })) {
      expect(pairsOf(drawn).sort()).toEqual(['t1 p2', 't2 p2'])
    }
  })

  test('when a target had every prank, then it gets any of them, and all still differ in the batch', () => {
    const sent = targets(3).flatMap((target) =>
      pranks(3).map((prank) => ({ contactId: target, prankId: prank })),
    )
    const seen = new Set<string>()
    for (const drawn of hundred({ count: 3, targetIds: targets(3), prankIds: pranks(3), sent })) {
      expect(unique(drawn.map(({ prankId }) => prankId))).toBe(3)
      for (const pair of pairsOf(drawn)) seen.add(pair)
    }
    expect(seen.size).toBe(9)
  })

  test('when one target gets five parcels, then they differ as long as there are enough pranks', () => {
    for (const drawn of hundred({ count: 5, targetIds: ['t1'], prankIds: pranks(6), sent: had('t1 p1') })) {
      expect(pairsOf(drawn).sort()).toEqual(['t1 p2', 't1 p3', 't1 p4', 't1 p5', 't1 p6'])
    }
    for (const drawn of hundred({ count: 5, targetIds: ['t1'], prankIds: pranks(2), sent: [] })) {
      expect(unique(pairsOf(drawn))).toBe(2)
    }
  })

  test('when some rows were shipped already, then the other rows avoid their targets and pranks', () => {
    const taken = had('t1 p1')
    for (const drawn of hundred({ count: 2, targetIds: targets(3), prankIds: pranks(3), sent: [], taken })) {
      expect(drawn.map(({ contactId }) => contactId).sort()).toEqual(['t2', 't3'])
      expect(drawn.map(({ prankId }) => prankId).sort()).toEqual(['p2', 'p3'])
    }
  })

  test('when there is no target or no prank, then nothing is drawn', () => {
    expect(drawShipments({ count: 3, targetIds: [], prankIds: pranks(3), sent: [] }, random)).toEqual([])
    expect(drawShipments({ count: 3, targetIds: targets(3), prankIds: [], sent: [] }, random)).toEqual([])
  })

  test('when the catalog is large, then the draw does not enumerate all 100^5 ways', () => {
    const drawn = drawShipments({ count: 5, targetIds: targets(50), prankIds: pranks(100), sent: [] }, random)
    expect(unique(drawn.map(({ prankId }) => prankId))).toBe(5)
  })
})

describe('numbers below a limit', () => {
  test('when a word falls into the remainder of the range, then another one is drawn', () => {
    // The highest number of 53 bits is beyond the last full group of three.
    const words = [0xffffffff, 0xffffffff, 0, 5]
    const below = randomBelowFrom(() => words.shift() as number)
    expect(below(3)).toBe(2)
    expect(words).toEqual([])
  })

  test('when many are drawn, then each number below the limit is equally likely and none is above it', () => {
    const counts = tally(randomBelowFrom(wordsFrom(6)), (random) => String(random(7)))
    expect([...counts.keys()].sort()).toEqual(['0', '1', '2', '3', '4', '5', '6'])
    expect(chiSquare(counts, 7)).toBeLessThan(critical(7))
  })

  test('when a draw uses secure numbers, then they stay below the limit', () => {
    const seen = new Set(Array.from({ length: 200 }, () => secureRandomBelow(3)))
    expect([...seen].sort()).toEqual([0, 1, 2])
  })
})
