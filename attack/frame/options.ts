import { parseArgs } from 'node:util'

export interface AttackOptions {
  quick: boolean
  /** Starts a shop of its own. */
  start: boolean
  /** Only these attacks. */
  only: string[]
  /** The file that gets the report. */
  json: string | undefined
}

/** Reads the command line: `--quick --start --only NAME --json PATH`. @throws for an attack that there is not */
export function readOptions(args: string[], names: string[]): AttackOptions {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      start: { type: 'boolean', default: false },
      only: { type: 'string', multiple: true, default: [] },
      json: { type: 'string' },
    },
  })
  for (const name of values.only)
    if (!names.includes(name)) throw new Error(`There is no attack "${name}"; there are ${names.join(', ')}.`)
  return { quick: values.quick, start: values.start, only: values.only, json: values.json }
}
