/** Answers a whole number from 0 up to, not including, the limit; each equally likely. */
export type RandomBelow = (limit: number) => number

/** Which prank goes to which target. */
export interface Pick {
  contactId: string
  prankId: string
}

interface DrawInput {
  /** Rows to fill. */
  count: number
  targetIds: readonly string[]
  prankIds: readonly string[]
  /** What the targets had lately. */
  sent: readonly Pick[]
  /** Rows of the same batch that are not drawn any more: they have left, or may have. */
  taken?: readonly Pick[]
}

/**
 * Draws a target and a prank for each row (design, section 6). No target comes twice while another comes less
 * often. Among all ways to give these targets pranks, the draw is uniform over those that are best, in this order:
 * no target gets a prank twice in the batch, none gets what it had lately, no prank comes twice in the batch.
 * Where that cannot be, as few as possible do. Empty when there is no target or no prank.
 */
export function drawShipments(input: DrawInput, randomBelow: RandomBelow): Pick[] {
  const { prankIds, targetIds } = input
  if (prankIds.length === 0 || targetIds.length === 0) return []
  const contactIds = drawTargets(input, randomBelow)
  const drawn = drawPranks(contactIds, input, randomBelow)
  return contactIds.map((contactId, row) => ({ contactId, prankId: drawn[row] ?? '' }))
}

/** One after the other from those that have come least often: every even spread, in every order, is as likely. */
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

/** Each cost outweighs all of the next that a batch can have. */
const cost = { sameForTarget: 10_000, hadLately: 100, twiceInBatch: 1 }

/** One way to go on: the rows that a prank is given to, what the best end of it costs, in how many ways. */
interface Branch {
  rows: number
  cost: number
  ways: number
}

/**
 * Goes through the pranks one by one and gives each to a set of the rows that are left (a bit for each row), so
 * counting the best assignments takes (pranks x 3^rows) steps rather than pranks^rows. Each branch is then drawn by
 * how many of the best assignments it leads to, which makes every one of them equally likely.
 */
function drawPranks(contactIds: string[], input: DrawInput, randomBelow: RandomBelow): string[] {
  const { prankIds } = input
  const costOf = remembered(costsOf(contactIds, input))
  const branchOf = (prank: number, left: number, rows: number): Branch => {
    const rest = left ^ rows
    const own = costOf(prank, rows)
    if (prank + 1 === prankIds.length) return { rows, cost: rest ? Infinity : own, ways: rest ? 0 : 1 }
    const next = branchesAt(prank + 1, rest)
    return { rows, cost: own + (next[0]?.cost ?? Infinity), ways: waysOf(next) }
  }
  /** The best branches from here. */
  const branchesAt = remembered((prank, left) =>
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

/** One of them, by the ways that each has. */
function drawBranch(branches: Branch[], randomBelow: RandomBelow): Branch {
  let ticket = randomBelow(waysOf(branches))
  return branches.find(({ ways }) => {
    ticket -= ways
    return ticket < 0
  }) as Branch
}

/** What it costs to send a prank to these rows' targets, one of them perhaps several times. */
function costsOf(contactIds: string[], { prankIds, sent, taken = [] }: DrawInput) {
  const had = new Set(sent.map(({ contactId, prankId }) => `${contactId} ${prankId}`))
  return (prank: number, rows: number): number => {
    const prankId = prankIds[prank]
    const inBatch = taken.filter((one) => one.prankId === prankId).map(({ contactId }) => contactId)
    let sum = 0
    for (const contactId of contactIds.filter((_, row) => rows & (1 << row))) {
      if (inBatch.includes(contactId)) sum += cost.sameForTarget
      else if (had.has(`${contactId} ${prankId}`)) sum += cost.hadLately
      if (inBatch.length > 0) sum += cost.twiceInBatch
      inBatch.push(contactId)
    }
    return sum
  }
}

/** Computes each value once. */
function remembered<T>(compute: (prank: number, rows: number) => T) {
  const known = new Map<string, T>()
  return (prank: number, rows: number): T => {
    const place = `${prank} ${rows}`
    const value = known.get(place) ?? compute(prank, rows)
    known.set(place, value)
    return value
  }
}

/** The set itself, each of its subsets, and the empty one. */
function subsetsOf(set: number): number[] {
  const subsets = [set]
  for (let subset = set; subset > 0; ) {
    subset = (subset - 1) & set
    subsets.push(subset)
  }
  return subsets
}
