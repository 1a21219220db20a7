import { parseArgs } from 'node:util'

export interface AttackOptions {
  quick: boolean
  /** Starts its own shop. */
  start: boolean
  /** The names of the attacks to run; empty: all. */
  only: string[]
  /** The file that the report is written to. */
  json: string | undefined
}

/** Reads the command line: `--quick --start --only NAME --json PATH`. @throws for an unknown attack */
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
