import type { Timing } from '../kit/timing.ts'
import type { Shop } from './shop.ts'

/** One fact that a verdict rests on. */
export interface Check {
  /** What must be so, as a sentence: `a compressed body is refused with 415`. */
  what: string
  held: boolean
  /** What was seen. */
  seen: string
}

/** What came of an attack. It is held when every check held. */
export interface Outcome {
  checks: Check[]
  /** A victim's calls, calm and under attack; only attacks that cost time have it. */
  timing?: Timing
}

/** How an attack is to be run. */
export interface RunOptions {
  /** Leaves out the long floods and their figures; every other check stays. */
  quick: boolean
}

/** One way to harm a running shop, from outside. */
export interface Attack {
  /** Names it on the command line (`--only NAME`) and in the table. */
  name: string
  /** The number of the finding in docs/security.md; `-` for an attack that never succeeded. */
  finding: string
  /** What must hold, in a few words. */
  bound: string
  /** Why it cannot be tried on this shop, or in this way; null when it can. */
  obstacle?(shop: Shop, options: RunOptions): Promise<string | null> | string | null
  /** Attacks. @throws when the attack itself could not be carried out: that proves nothing */
  run(shop: Shop, options: RunOptions): Promise<Outcome>
}

/** A check by what was seen: held when the two are equal. */
export const expectSame = <T extends string | number | boolean>(what: string, seen: T, wanted: T): Check => ({
  what,
  held: seen === wanted,
  seen: String(seen),
})
