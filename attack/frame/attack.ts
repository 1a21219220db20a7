import type { Timing } from '../kit/timing.ts'
import type { Shop } from './shop.ts'

/** One check of a verdict. */
export interface Check {
  /** The requirement, as a sentence: `a compressed body is refused with 415`. */
  what: string
  held: boolean
  /** The observed result. */
  seen: string
}

/** The result of an attack. It is held when every check held. */
export interface Outcome {
  checks: Check[]
  /** A victim's calls without load and under attack; only for attacks that slow the shop down. */
  timing?: Timing
}

/** The options of a run. */
export interface RunOptions {
  /** Skips the long floods and their measurements; runs every other check. */
  quick: boolean
}

/** One attack on a running shop, from outside. */
export interface Attack {
  /** Its name on the command line (`--only NAME`) and in the table. */
  name: string
  /** The number of the finding in docs/security.md; `-` for an attack that never succeeded. */
  finding: string
  /** A short description of what must hold. */
  bound: string
  /** Why it cannot be tried on this shop or with these options; null when it can. */
  obstacle?(shop: Shop, options: RunOptions): Promise<string | null> | string | null
  /** Runs the attack. @throws when it could not be carried out, which proves nothing */
  run(shop: Shop, options: RunOptions): Promise<Outcome>
}

/** A check that is held when the observed value equals the wanted one. */
export const expectSame = <T extends string | number | boolean>(what: string, seen: T, wanted: T): Check => ({
  what,
  held: seen === wanted,
  seen: String(seen),
})
