import { parseArgs } from 'node:util'
import { numberOption } from '../soak/number-option.ts'

export interface ClusterOptions {
  /** The minimum duration of the load; a round of incidents that has begun is completed. */
  playMs: number
  /** Whether images are built; otherwise those of the last build are used. */
  build: boolean
  seed: number
  /** The number of concurrent customers. */
  customers: number
  /** The think time of a customer between two actions. */
  thinkMs: readonly [min: number, max: number]
  /** How long a host is cut off, and how long a killed broker node stays down. */
  awayMs: number
  /** Time without an incident before each of them. */
  calmMs: number
  /** The time limit for settling after the last incident. */
  settleWithinMs: number
}

const quick: ClusterOptions = {
  playMs: 60_000,
  build: true,
  seed: 1,
  customers: 4,
  thinkMs: [300, 1_500],
  awayMs: 16_000,
  calmMs: 4_000,
  settleWithinMs: 60_000,
}

const full: ClusterOptions = { ...quick, playMs: 180_000, awayMs: 20_000, calmMs: 8_000 }

/** Reads the command line: `--minutes 3 --seed 1 --customers 4 --away 20 --quick --no-build --json PATH`. */
export function readOptions(args: string[]): { options: ClusterOptions; json: string | undefined } {
  const number = { type: 'string' } as const
  const { values } = parseArgs({
    args,
    allowNegative: true,
    options: {
      quick: { type: 'boolean', default: false },
      build: { type: 'boolean', default: true },
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
      build: values.build,
      playMs: numberOption(values.minutes, base.playMs, 60_000),
      seed: numberOption(values.seed, base.seed),
      customers: numberOption(values.customers, base.customers),
      awayMs: numberOption(values.away, base.awayMs, 1_000),
    },
    json: values.json,
  }
}
