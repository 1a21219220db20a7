import { parseArgs } from 'node:util'
import { numberOption } from '../soak/number-option.ts'

const allParts = ['incidents', 'documents', 'bad-input'] as const
type Part = (typeof allParts)[number]

export interface ComposeOptions {
  /** One purchase, one kill, and everything compared: none of the parts below. */
  quick: boolean
  /** What the full form runs in addition. */
  parts: readonly Part[]
  /** A `.env` whose secrets and ports are used; without it, the run makes its own. */
  envFile: string | undefined
  /** Whether images are built; otherwise those of the last build are used. */
  build: boolean
  seed: number
  /** The number of concurrent customers. */
  customers: number
  /** The think time of a customer between two actions. */
  thinkMs: readonly [min: number, max: number]
  /** How long the broker, the database or a network is missing. */
  awayMs: number
  /** Time without an incident before each of them. */
  calmMs: number
  /** The time limit for settling after the last incident. */
  settleWithinMs: number
}

const full: ComposeOptions = {
  quick: false,
  parts: allParts,
  build: true,
  envFile: undefined,
  seed: 1,
  customers: 4,
  thinkMs: [300, 1_500],
  awayMs: 15_000,
  calmMs: 4_000,
  settleWithinMs: 90_000,
}

export interface CommandLine {
  options: ComposeOptions
  json: string | undefined
  /** The folder for the journal and the containers' logs. */
  folder: string | undefined
  page: string | undefined
}

/**
 * Reads the command line: `--quick --part incidents --no-build --settings PATH --seed 1 --customers 4 --away 15 --json PATH
 * --page PATH --folder PATH`.
 */
export function readOptions(args: string[]): CommandLine {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args,
    allowNegative: true,
    options: {
      quick: { type: 'boolean', default: false },
      part: { type: 'string', multiple: true, default: [...allParts] },
      build: { type: 'boolean', default: true },
      settings: text,
      ...{ seed: text, customers: text, away: text, json: text, page: text, folder: text },
    },
  })
  return {
    options: {
      ...full,
      quick: values.quick,
      parts: allParts.filter((part) => !values.quick && values.part.includes(part)),
      build: values.build,
      envFile: values.settings,
      seed: numberOption(values.seed, full.seed),
      customers: numberOption(values.customers, values.quick ? 2 : full.customers),
      awayMs: numberOption(values.away, full.awayMs, 1_000),
    },
    json: values.json,
    folder: values.folder,
    page: values.page,
  }
}
