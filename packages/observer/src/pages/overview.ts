import type { Figures } from '../figures.ts'
import type { ProcessView } from '../process-watch.ts'
import type { FoundTraces } from '../trace-query.ts'
import { count, counted, duration, percent, rate } from './format.ts'
import { type Html, html } from './html.ts'

/** The few figures that say whether all is well, with a word for each that is not. */
export function overview(processes: ProcessView[], { held }: FoundTraces): Html {
  const figures = processes.flatMap(({ figures }) => figures ?? [])
  const up = processes.filter((one) => one.up).length
  const door = processes.find(({ name }) => name === 'gateway')?.figures
  const dead = total(figures, 'deadLetters')
  const waiting = total(figures, 'outboxDocuments')
  const oldest = Math.max(0, ...figures.map(({ outboxOldestSeconds }) => outboxOldestSeconds ?? 0))
  const failing = processes.filter(({ figures }) => (figures?.errorRate ?? 0) > 0).map(({ name }) => name)
  return html`<dl class="tiles">
${tile('Processes up', `${up} of ${processes.length}`, up < processes.length ? 'bad' : 'good', namesOf(processes))}
${tile('Requests at the door', rate(door?.requestsPerSecond ?? null), '', windowOf(door))}
${tile('Answered with 5xx', percent(door?.errorRate ?? null), failing.length > 0 ? 'bad' : '', failing.join(', ') || 'by no process')}
${tile('p95 at the door', duration(door?.p95Ms ?? null), '', `half within ${duration(door?.p50Ms ?? null)}`)}
${tile('Waiting in outboxes', count(waiting), oldest > 10 ? 'bad' : '', waiting === 0 ? 'nothing waits' : `oldest ${duration(oldest * 1_000)}`)}
${tile('Dead letters', count(dead), dead > 0 ? 'bad' : 'good', dead > 0 ? 'see the admin, Dead letters' : 'none since the start')}
${tile('Traces kept', count(held.traces), '', counted(held.spans, 'span'))}
</dl>`
}

const tile = (name: string, value: string, mood: '' | 'good' | 'bad', note: string) =>
  html`<div class="tile ${mood}"><dt>${name}</dt><dd><b>${mood === 'bad' && html`<span class="hidden">Attention: </span>`}${value}</b><small>${note}</small></dd></div>`

const total = (figures: Figures[], key: 'deadLetters' | 'outboxDocuments') =>
  figures.reduce((sum, one) => sum + (one[key] ?? 0), 0)

function namesOf(processes: ProcessView[]): string {
  const down = processes.filter(({ up }) => !up).map(({ name }) => name)
  return down.length === 0 ? 'all answer' : `not answering: ${down.join(', ')}`
}

const windowOf = (figures: Figures | null | undefined) =>
  figures && figures.windowSeconds > 0
    ? `over the last ${Math.round(figures.windowSeconds)} s`
    : 'counting from now'
