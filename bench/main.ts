/**
 * `npm run bench [-- --quick] [-- --growth [--orders N]] [-- --replicas N]`: bounded, loopback only, on a stack of its
 * own. Measures what customers wait for and what it costs; with `--growth` what becomes slower as the shop grows; with
 * `--replicas` purchases with several of each service compared with one. Prints tables and writes them to
 * bench/results*.json.
 */
import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { benchGrowth } from './growth.ts'
import { describeMachine } from './machine.ts'
import { benchReplicas } from './replicas.ts'
import { growthSections } from './report/growth.ts'
import { replicaSections } from './report/replicas.ts'
import type { Section } from './report/sections.ts'
import { storeSections } from './report/store.ts'
import { textOf } from './report/table.ts'
import { benchStore } from './store.ts'

const flag = { type: 'boolean', default: false } as const
const { values } = parseArgs({
  options: {
    quick: flag,
    growth: flag,
    orders: { type: 'string' },
    replicas: { type: 'string' },
  },
})
const { quick } = values
const machine = describeMachine()
const startedAt = performance.now()
const say = (what: string) =>
  console.log(`${((performance.now() - startedAt) / 1_000).toFixed(0).padStart(4)} s  ${what}`)

if (values.growth) {
  const results = await benchGrowth(values.orders ? wholeNumber(values.orders) : undefined, quick, say)
  await show('results-growth.json', results, growthSections(results))
} else if (values.replicas) {
  const results = await benchReplicas(wholeNumber(values.replicas), quick, say)
  await show('results-replicas.json', results, replicaSections(results))
} else {
  const results = await benchStore(quick, say)
  await show('results.json', results, storeSections(results))
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,7}$/.test(text)) throw new Error(`not a whole number: ${text}`)
  return Number(text)
}

async function show(file: string, results: object, sections: Section[]) {
  const tookSeconds = Math.round((performance.now() - startedAt) / 1_000)
  const all = { machine, quick, tookSeconds, ...results }
  await writeFile(new URL(file, import.meta.url), `${JSON.stringify(all, null, 2)}\n`)
  for (const section of sections) console.log(textOf(section))
  const { model, cores, memoryGb, node, loadAtStart } = machine
  console.log(
    `\n${model}, ${cores} cores, ${memoryGb} GB, Node ${node}; load ${loadAtStart} at the start, took ${tookSeconds} s`,
  )
}
