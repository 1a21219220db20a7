import { parseArgs } from 'node:util'
import { numberOption } from '../soak/number-option.ts'

export interface ClusterOptions {
  /** How long people come, at least; a round of incidents that has begun is brought to its end. */
  playMs: number
  seed: number
  /** Customers at a time. */
  customers: number
  /** How long a customer thinks between two deeds. */
  thinkMs: readonly [least: number, most: number]
  /** How long a host is cut off, and how long a killed broker node stays away. */
  awayMs: number
  /** Time without an incident before each of them. */
  calmMs: number
  /** How soon after the last incident all must be settled. */
  settleWithinMs: number
}

/** What `npm test` runs. */
export const quick: ClusterOptions = {
  playMs: 60_000,
  seed: 1,
  customers: 4,
  thinkMs: [300, 1_500],
  awayMs: 16_000,
  calmMs: 4_000,
  settleWithinMs: 60_000,
}

const full: ClusterOptions = { ...quick, playMs: 180_000, customers: 6, awayMs: 20_000, calmMs: 8_000 }

/** Reads the command line: `--minutes 3 --seed 1 --customers 6 --away 20 --quick --json PATH`. */
export function readOptions(args: string[]): { options: ClusterOptions; json: string | undefined } {
  const number = { type: 'string' } as const
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      minutes: number,
      seed: number,
      customers: number,
      away: number,
      json: { type: 'string' },
    },
  })
  const base = values.quick ? quick : full
  return {
    options: {
      ...base,
      playMs: numberOption(values.minutes, base.playMs, 60_000),
      seed: numberOption(values.seed, base.seed),
      customers: numberOption(values.customers, base.customers),
      awayMs: numberOption(values.away, base.awayMs, 1_000),
    },
    json: values.json,
  }
}
