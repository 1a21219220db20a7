import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { repeat } from '../../../web/public/repeat-draws.mjs'
import { drawFair, type FairDraw, type FairPair, numberLabel, numbersOf } from '../src/fair-draw.ts'

const seed = 'ab'.repeat(32)
const hashAt = (draw: { id: string; step: number }) => (index: number) =>
  createHmac('sha256', seed).update(numberLabel(draw, index)).digest('hex')
/** Numbers for the plans of this test, the same in each run. */
function randomFrom(start: number) {
  let state = start
  return (limit: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * limit)
  }
}
const keyOf = ([target, prank]: FairPair) => `${target} ${prank}`

/** The draws of a plan over months, each with what its targets got in the 6 months before. */
function simulate(plan: number, months: number): FairDraw[] {
  const random = randomFrom(plan * 7_919 + 1)
  const targets = Array.from({ length: 1 + random(8) }, (_, n) => `t${n + 1}`)
  const pranks = Array.from({ length: 3 + random(8) }, (_, n) => `p${n + 1}`)
  const last = new Map<string, { pair: FairPair; month: number }>()
  const draws: FairDraw[] = []
  for (let month = 0; month < months; month++) {
    const sent = [...last.values()].filter((one) => month - one.month < 6).map(({ pair }) => pair)
    const id = `plan ${plan} month ${month}`
    // Some pranks are sold out, or excluded; some targets may get nothing.
    const input = {
      targets: targets.filter((_, n) => n === 0 || random(5) > 0),
      pranks: pranks.filter((_, n) => n === 0 || random(6) > 0),
      sent,
    }
    const make = (step: number, rows: number, taken: FairPair[]) => {
      const known = { id, step, rows, ...input, taken }
      draws.push({ ...known, result: drawFair(known, hashAt(known)) })
      return (draws.at(-1) as FairDraw).result
    }
    const first = make(1, 1 + random(5), [])
    // One of the slots is drawn again: a swap, or because it is not possible any more.
    const [again, ...kept] = first
    const slots = random(3) === 0 && again ? [...kept, ...make(2, 1, [...kept])] : first
    for (const pair of slots) last.set(keyOf(pair), { pair, month })
  }
  return draws
}

/** How many rows must repeat a pair, because no new one is left for any target. */
function forcedRepeats({ rows, targets, pranks, sent, taken }: FairDraw): number {
  const had = new Set([...sent, ...taken].map(keyOf))
  const left = targets.flatMap((target) => pranks.filter((prank) => !had.has(keyOf([target, prank]))))
  return Math.max(0, rows - left.length)
}

describe('the draws of 250 plans over 14 months', () => {
  const draws = Array.from({ length: 250 }, (_, plan) => simulate(plan, 14)).flat()

  test('when each is repeated by the script, then all give the same result', () => {
    // docs/fair-draw.md names this number.
    expect(draws.length).toBe(4_642)
    expect(
      draws.filter((draw) => JSON.stringify(repeat(draw, seed)) !== JSON.stringify(draw.result)),
    ).toEqual([])
    const few = draws.slice(0, 100)
    const other = few.filter(
      (draw) => JSON.stringify(repeat(draw, 'cd'.repeat(32))) !== JSON.stringify(draw.result),
    )
    expect(other.length).toBeGreaterThan(few.length / 2)
  })

  test('then no pair repeats within 6 months while a new one is left, and only possible targets and pranks are drawn', () => {
    for (const draw of draws) {
      const had = new Set([...draw.sent, ...draw.taken].map(keyOf))
      let repeated = 0
      for (const pair of draw.result) {
        if (had.has(keyOf(pair))) repeated++
        had.add(keyOf(pair))
        expect([draw.targets.includes(pair[0]), draw.pranks.includes(pair[1])]).toEqual([true, true])
      }
      expect([draw.id, draw.step, repeated]).toEqual([draw.id, draw.step, forcedRepeats(draw)])
    }
  })

  test('then each takes two random numbers for each row', () => {
    for (const draw of draws.slice(0, 200)) {
      let most = 0
      drawFair(draw, (index) => {
        most = Math.max(most, index + 1)
        return hashAt(draw)(index)
      })
      expect(most).toBe(numbersOf(draw))
    }
  })
})

describe('one draw', () => {
  const rounds = 3_000
  const ids = (letter: string, count: number) => Array.from({ length: count }, (_, n) => `${letter}${n + 1}`)
  let round = 0
  const drawOf = (input: {
    rows: number
    targets: number
    pranks: number
    sent?: string[]
    taken?: string[]
  }) => {
    const pairsOf = (pairs: string[] = []) => pairs.map((pair) => pair.split(' ') as unknown as FairPair)
    const [targets, pranks] = [ids('t', input.targets), ids('p', input.pranks)]
    const from = { rows: input.rows, targets, pranks, sent: pairsOf(input.sent), taken: pairsOf(input.taken) }
    return drawFair(from, hashAt({ id: 'one draw', step: ++round }))
  }
  const hundred = (input: Parameters<typeof drawOf>[0]) => Array.from({ length: 100 }, () => drawOf(input))
  const isUnique = (all: string[]) => new Set(all).size === all.length
  const targetsOf = (pairs: FairPair[]) => pairs.map(([target]) => target)
  const pranksOf = (pairs: FairPair[]) => pairs.map(([, prank]) => prank)

  /** The limit that Pearson's statistic stays below in 999 of 1,000 runs (Wilson and Hilferty's approximation). */
  function critical(cells: number): number {
    const freedom = cells - 1
    const spread = 2 / (9 * freedom)
    return freedom * (1 - spread + 3.09 * Math.sqrt(spread)) ** 3
  }

  test.each([
    ['each ordered choice of targets', 12, { rows: 2, targets: 4, pranks: 1 }, targetsOf],
    ['each order of different pranks', 24, { rows: 3, targets: 1, pranks: 4 }, pranksOf],
    [
      'each target that gets fewer parcels than the others',
      3,
      { rows: 5, targets: 3, pranks: 1 },
      (pairs: FairPair[]) =>
        ids('t', 3).filter((id) => targetsOf(pairs).filter((target) => target === id).length === 1),
    ],
  ])('when it is made often, then %s is equally likely', (_what, cells, input, outcomeOf) => {
    const counts = new Map<string, number>()
    for (let n = 0; n < rounds; n++) {
      const outcome = outcomeOf(drawOf(input)).join()
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
    }
    const expected = rounds / cells
    expect(counts.size).toBe(cells)
    const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
    expect(chiSquare).toBeLessThan(critical(cells))
  })

  test('when there are enough targets and pranks, then none is drawn twice', () => {
    for (const pairs of hundred({ rows: 5, targets: 5, pranks: 5 }))
      expect([isUnique(targetsOf(pairs)), isUnique(pranksOf(pairs))]).toEqual([true, true])
  })

  test('when a target had all but one prank, then it gets that one, and the other rows get the others', () => {
    for (const pairs of hundred({ rows: 3, targets: 3, pranks: 3, sent: ['t1 p1', 't1 p2'] })) {
      expect(pairs.map(keyOf)).toContain('t1 p3')
      expect(isUnique(pranksOf(pairs))).toBe(true)
    }
  })

  test('when a prank must be repeated for a target or within the draw, then it is repeated within the draw', () => {
    for (const pairs of hundred({ rows: 2, targets: 2, pranks: 2, sent: ['t1 p1', 't2 p1'] }))
      expect(pairs.map(keyOf).sort()).toEqual(['t1 p2', 't2 p2'])
  })

  test('when one target had every prank, then it gets any of them, and they still differ in the draw', () => {
    const sent = ids('p', 3).map((prank) => `t1 ${prank}`)
    const drawn = hundred({ rows: 2, targets: 1, pranks: 3, sent })
    expect(drawn.every((pairs) => isUnique(pranksOf(pairs)))).toBe(true)
    expect(new Set(drawn.flatMap(pranksOf)).size).toBe(3)
  })

  test('when some rows are shipped, then the others avoid their targets and pranks', () => {
    for (const pairs of hundred({ rows: 2, targets: 3, pranks: 3, taken: ['t1 p1'] }))
      expect([targetsOf(pairs).sort(), pranksOf(pairs).sort()]).toEqual([
        ['t2', 't3'],
        ['p2', 'p3'],
      ])
  })

  test.each([
    { rows: 3, targets: 0, pranks: 3 },
    { rows: 3, targets: 3, pranks: 0 },
  ])('when there are $targets targets and $pranks pranks, then nothing is drawn', (input) => {
    expect(drawOf(input)).toEqual([])
  })
})
