/** Returns a random integer from 0 (inclusive) to the limit (exclusive), with uniform distribution. */
export type RandomBelow = (limit: number) => number

/** A prank for a target. */
export interface Pick {
  contactId: string
  prankId: string
}

interface DrawInput {
  /** The number of rows to fill. */
  count: number
  targetIds: readonly string[]
  prankIds: readonly string[]
  /** The pranks that the targets received recently. */
  sent: readonly Pick[]
  /** Rows of the same batch that are not drawn again, because they have shipped or may have shipped. */
  taken?: readonly Pick[]
}

/**
 * Draws a target and a prank for each row (design, section 6), for the draw of a plan's month and for the operator's
 * Shuffle. The targets are spread evenly: their counts differ by at
 * most one, if `taken` allows it. The pranks are drawn uniformly from the best assignments. An assignment is better, in
 * this order of priority, if fewer targets get the same prank twice in the batch, fewer targets get a prank that they
 * received recently, and fewer pranks occur twice in the batch. Returns an empty list without targets or pranks.
 */
export function drawShipments(input: DrawInput, randomBelow: RandomBelow): Pick[] {
  const { prankIds, targetIds } = input
  if (prankIds.length === 0 || targetIds.length === 0) return []
  const contactIds = drawTargets(input, randomBelow)
  const drawn = drawPranks(contactIds, input, randomBelow)
  return contactIds.map((contactId, row) => ({ contactId, prankId: drawn[row] ?? '' }))
}

/** Draws each target from those with the fewest rows so far: every even spread, in every order, is equally likely. */
function drawTargets({ count, targetIds, taken = [] }: DrawInput, randomBelow: RandomBelow): string[] {
  const uses = new Map(targetIds.map((id) => [id, taken.filter(({ contactId }) => contactId === id).length]))
  return Array.from({ length: count }, () => {
    const least = Math.min(...uses.values())
    const free = targetIds.filter((id) => uses.get(id) === least)
    const drawn = free[randomBelow(free.length)] as string
    uses.set(drawn, least + 1)
    return drawn
  })
}

/** Each cost is higher than the maximum sum of the next lower cost in a batch. */
const cost = { sameForTarget: 10_000, hadRecently: 100, twiceInBatch: 1 }

/** One choice for a prank: its rows, the cost of the best completion, and the number of best completions. */
interface Branch {
  rows: number
  cost: number
  ways: number
}

/**
 * Assigns each prank in turn to a set of the remaining rows (one bit for each row), so that counting the best
 * assignments takes (pranks x 3^rows) steps instead of pranks^rows. Each branch is then drawn with a weight: the number
 * of best assignments that it leads to. This makes all of them equally likely.
 */
function drawPranks(contactIds: string[], input: DrawInput, randomBelow: RandomBelow): string[] {
  const { prankIds } = input
  const costOf = memoized(costsOf(contactIds, input))
  const branchOf = (prank: number, left: number, rows: number): Branch => {
    const rest = left ^ rows
    const own = costOf(prank, rows)
    if (prank + 1 === prankIds.length) return { rows, cost: rest ? Infinity : own, ways: rest ? 0 : 1 }
    const next = branchesAt(prank + 1, rest)
    return { rows, cost: own + (next[0]?.cost ?? Infinity), ways: waysOf(next) }
  }
  /** The best branches for this prank and the remaining rows. */
  const branchesAt = memoized((prank, left) =>
    best(subsetsOf(left).map((rows) => branchOf(prank, left, rows))),
  )

  const drawn: string[] = []
  let left = 2 ** contactIds.length - 1
  prankIds.forEach((prankId, prank) => {
    const { rows } = drawBranch(branchesAt(prank, left), randomBelow)
    contactIds.forEach((_, row) => {
      if (rows & (1 << row)) drawn[row] = prankId
    })
    left ^= rows
  })
  return drawn
}

function best(branches: Branch[]): Branch[] {
  const least = Math.min(...branches.map(({ cost: sum }) => sum))
  return branches.filter(({ cost: sum }) => sum === least)
}

const waysOf = (branches: Branch[]) => branches.reduce((sum, { ways }) => sum + ways, 0)

/** Draws one branch, weighted by its number of ways. */
function drawBranch(branches: Branch[], randomBelow: RandomBelow): Branch {
  let ticket = randomBelow(waysOf(branches))
  return branches.find(({ ways }) => {
    ticket -= ways
    return ticket < 0
  }) as Branch
}

/** The cost of sending a prank to the targets of these rows; a target may occur several times. */
function costsOf(contactIds: string[], { prankIds, sent, taken = [] }: DrawInput) {
  const had = new Set(sent.map(({ contactId, prankId }) => `${contactId} ${prankId}`))
  return (prank: number, rows: number): number => {
    const prankId = prankIds[prank]
    const inBatch = taken.filter((one) => one.prankId === prankId).map(({ contactId }) => contactId)
    let sum = 0
    for (const contactId of contactIds.filter((_, row) => rows & (1 << row))) {
      if (inBatch.includes(contactId)) sum += cost.sameForTarget
      else if (had.has(`${contactId} ${prankId}`)) sum += cost.hadRecently
      if (inBatch.length > 0) sum += cost.twiceInBatch
      inBatch.push(contactId)
    }
    return sum
  }
}

/** Computes each value once. */
function memoized<T>(compute: (prank: number, rows: number) => T) {
  const cache = new Map<string, T>()
  return (prank: number, rows: number): T => {
    const key = `${prank} ${rows}`
    const value = cache.get(key) ?? compute(prank, rows)
    cache.set(key, value)
    return value
  }
}

/** All subsets of a bit set, including the set itself and the empty set. */
function subsetsOf(set: number): number[] {
  const subsets = [set]
  for (let subset = set; subset > 0; ) {
    subset = (subset - 1) & set
    subsets.push(subset)
  }
  return subsets
}
