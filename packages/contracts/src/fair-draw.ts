/** A prank for a target, by their ids. */
export interface Pair {
  contactId: string
  prankId: string
}

/** A target, by its number in a draw (`t1`), and a prank. */
export type FairPair = readonly [target: string, prank: string]

/**
 * What one draw of a plan's month was made of, and its result. It contains no name, no address and no id of a customer: the targets
 * of an address book are numbered. `step` counts the draws of the month; a slot that is drawn again is a step of its own.
 */
export interface FairDraw {
  id: string
  step: number
  rows: number
  targets: readonly string[]
  pranks: readonly string[]
  /** The pairs of the last 6 months, and those that wait to be sent. */
  sent: readonly FairPair[]
  /** The pairs of the other slots of the month, which were not drawn again. A target that is not in `targets` any more is `-`. */
  taken: readonly FairPair[]
  result: readonly FairPair[]
}

/** How many random numbers a draw takes: two for each row. */
export const numbersOf = ({ rows }: Pick<FairDraw, 'rows'>): number => 2 * rows

/** What is hashed for the random number with this index of a draw, with the month's seed as the key of HMAC-SHA-256. */
export const numberLabel = ({ id, step }: Pick<FairDraw, 'id' | 'step'>, index: number): string =>
  `${id}:${step}:${index}`

/** Higher than the sum of lower costs: the same pair twice in the month, or within 6 months; a prank twice in the month. */
const cost = { inMonth: 100, recently: 10, samePrank: 1 }

/**
 * Makes a draw. The same input and the same hashes (`hashAt`: 256 bits in hexadecimal form) always give the same result.
 *
 * 1. Each row gets a target: one for which a new prank is left, of these one with the fewest rows in the month.
 * 2. Each row gets a prank, the target with the fewest new ones first: one with the lowest cost.
 *
 * No pair is drawn that is in `sent` or `taken` while there is another one for any target. Empty without targets or pranks.
 */
export function drawFair(
  { rows, targets, pranks, sent, taken }: Omit<FairDraw, 'id' | 'step' | 'result'>,
  hashAt: (index: number) => string,
): FairPair[] {
  if (targets.length === 0 || pranks.length === 0) return []
  let index = 0
  const pick = <T>(from: T[]): T => from[Number(BigInt(`0x${hashAt(index++)}`) % BigInt(from.length))] as T
  const isIn = (pairs: readonly FairPair[], target: string, prank: string) =>
    pairs.some(([t, p]) => t === target && p === prank)
  const options = targets.map((target) => {
    const isNew = (prank: string) => !isIn(sent, target, prank) && !isIn(taken, target, prank)
    const fresh = pranks.filter(isNew).length
    return { target, fresh, left: fresh, rows: taken.filter(([t]) => t === target).length }
  })
  const drawn = Array.from({ length: rows }, (_, row) => {
    const withNew = options.filter(({ left }) => left > 0)
    const option = pick(least(withNew.length > 0 ? withNew : options, (one) => one.rows))
    option.left--
    option.rows++
    return { row, option }
  })
  const pairs = [...taken]
  const result: FairPair[] = []
  for (const { row, option } of drawn.toSorted((a, b) => a.option.fresh - b.option.fresh)) {
    const { target } = option
    const costOf = (prank: string) =>
      (isIn(pairs, target, prank) ? cost.inMonth : isIn(sent, target, prank) ? cost.recently : 0) +
      (pairs.some(([, p]) => p === prank) ? cost.samePrank : 0)
    const pair: FairPair = [target, pick(least([...pranks], costOf))]
    pairs.push(pair)
    result[row] = pair
  }
  return result
}

/** Those with the lowest number, in their order. */
function least<T>(from: T[], numberOf: (one: T) => number): T[] {
  const lowest = Math.min(...from.map(numberOf))
  return from.filter((one) => numberOf(one) === lowest)
}
