/**
 * `node bench/performance-page.ts`: writes the figures of bench/results*.json into docs/performance.md, between
 * the two marks, so that none is typed by hand. The figures of a command without results do not change.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { GrowthResults } from './growth.ts'
import type { describeMachine } from './machine.ts'
import type { ReplicaResults } from './replicas.ts'
import { growthSections } from './report/growth.ts'
import { replicaSections } from './report/replicas.ts'
import { number, type Section } from './report/sections.ts'
import { storeSections } from './report/store.ts'
import { markdownOf } from './report/table.ts'
import type { StoreResults } from './store.ts'

type Kept<R> = R & { machine: ReturnType<typeof describeMachine>; quick: boolean; tookSeconds: number }

const page = fileURLToPath(new URL('../docs/performance.md', import.meta.url))
const marks = [
  '<!-- figures: written by bench/performance-page.ts -->',
  '<!-- end of the figures -->',
] as const

const text = readFileSync(page, 'utf8')
const [before, rest] = text.split(marks[0])
const [figures, after] = rest?.split(marks[1]) ?? []
if (before === undefined || figures === undefined || after === undefined)
  throw new Error(`${page} has lost the marks of its figures`)

const parts = [
  part<StoreResults>('results.json', 'npm run bench', storeSections),
  part<GrowthResults>('results-growth.json', 'npm run bench -- --growth', growthSections),
  part<ReplicaResults>('results-replicas.json', 'npm run bench -- --replicas 2', replicaSections),
]
writeFileSync(
  page,
  [before, marks[0], '\n\n', ...parts.flat().join('\n\n'), '\n\n', marks[1], after].join(''),
)

/** The figures of one command: from its results or, without results, from the page. */
function part<R>(name: string, command: string, sectionsOf: (results: R) => Section[]): string[] {
  const file = new URL(name, import.meta.url)
  const heading = `## \`${command}\``
  if (!existsSync(file))
    return chaptersOf(figures ?? '').filter((chapter) => chapter.startsWith(`${heading}\n`))
  const results = JSON.parse(readFileSync(file, 'utf8')) as Kept<R>
  return [heading, origin(results), ...sectionsOf(results).map(markdownOf)]
}

function chaptersOf(markdown: string): string[] {
  return markdown.split(/^(?=## )/m).map((chapter) => chapter.trim())
}

function origin({ machine, quick, tookSeconds }: Kept<object>): string {
  const { date, model, cores, memoryGb, system, node, loadAtStart } = machine
  const how = quick ? 'A quick run, each figure once: to see that it works, not to go by. ' : ''
  return (
    `${how}Measured on ${date.slice(0, 10)} on ${model}, ${cores} cores, ${memoryGb} GB, ${system}, Node ${node}; ` +
    `load ${number(loadAtStart)} at the start; ${number(tookSeconds)} s in all.`
  )
}
