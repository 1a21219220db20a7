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
