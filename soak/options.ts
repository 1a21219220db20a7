import { parseArgs } from 'node:util'
import { numberOption } from './number-option.ts'

export interface SoakOptions {
  /** How long people act and faults are injected. */
  playMs: number
  seed: number
  killEveryMs: number
  /** Customers at the same time. */
  customers: number
  /** How many of each service. */
  replicas: number
  /** How long a customer thinks between two actions. */
  thinkMs: readonly [least: number, most: number]
  /** How soon after the last kill everything must be settled. */
  settleWithinMs: number
}

/** Takes two minutes with start and settling, and kills each process once: what `npm run test:slow` runs. */
export const quick: SoakOptions = {
  playMs: 60_000,
  seed: 1,
  killEveryMs: 4_000,
  customers: 4,
  replicas: 1,
  thinkMs: [300, 1_500],
  settleWithinMs: 60_000,
}

const full: SoakOptions = { ...quick, playMs: 600_000, killEveryMs: 5_000, customers: 8 }

/** Reads the command line: `--minutes 10 --seed 1 --kill-every 5 --customers 8 --replicas 1 --settle 60 --quick --json PATH`. */
export function readOptions(args: string[]): { options: SoakOptions; json: string | undefined } {
  const number = { type: 'string' } as const
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      minutes: number,
      seed: number,
      'kill-every': number,
      customers: number,
      replicas: number,
      settle: number,
      json: { type: 'string' },
    },
  })
  const base = values.quick ? quick : full
  return {
    options: {
      ...base,
      playMs: numberOption(values.minutes, base.playMs, 60_000),
      seed: numberOption(values.seed, base.seed),
      killEveryMs: numberOption(values['kill-every'], base.killEveryMs, 1_000),
      customers: numberOption(values.customers, base.customers),
      replicas: numberOption(values.replicas, base.replicas),
      settleWithinMs: numberOption(values.settle, base.settleWithinMs, 1_000),
    },
    json: values.json,
  }
}
