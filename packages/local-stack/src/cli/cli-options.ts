import { parseArgs } from 'node:util'
import { StackError } from '../stack-error.ts'

/** The options of `npm start`. */
export interface CliOptions {
  fresh: boolean
  demo: boolean
  watch: boolean
  /** Ignores all settings that lead to the shop that customers use. */
  rehearsal: boolean
  help: boolean
  replicas: number
}

/** The help of `npm start`. */
export const usage = `Starts PrankPost on this machine: MongoDB, a broker, the Stripe sandbox, all services, the gateway.

  npm start -- [options]

  --fresh         delete all data first
  --demo          add a customer with targets and a paid order
  --rehearsal     a restored backup: no Stripe, no mail server, nothing but DATA_DIR
  --replicas N    run N of each service (1 to 8)
  --help          this text

Settings come from the environment and from .env; .env.example lists them.`

const maxReplicas = 8

/**
 * Reads the command line.
 * @throws {StackError} for an unknown option, or a number out of range
 */
export function parseCliOptions(argv: string[]): CliOptions {
  const { replicas, ...flags } = parsed(argv)
  const count = Number(replicas)
  if (!Number.isInteger(count) || count < 1 || count > maxReplicas) {
    throw new StackError(`--replicas takes a whole number from 1 to ${maxReplicas}, not "${replicas}".`)
  }
  return { ...flags, replicas: count }
}

function parsed(argv: string[]) {
  const flag = { type: 'boolean', default: false } as const
  try {
    return parseArgs({
      args: argv,
      options: {
        fresh: flag,
        demo: flag,
        watch: flag,
        rehearsal: flag,
        help: { ...flag, short: 'h' },
        replicas: { type: 'string', default: '1' },
      },
    }).values
  } catch (error) {
    throw new StackError(`${error instanceof Error ? error.message : error}\n\n${usage}`)
  }
}
