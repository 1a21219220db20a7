import type { Figures } from '../figures.ts'
import type { ProcessView } from '../process-watch.ts'
import type { Colours } from './colours.ts'
import { count, duration, megabytes, percent, rate } from './format.ts'
import { type Html, html } from './html.ts'
import { serviceTag } from './layout.ts'

/** A line of figures for each process. On a narrow screen each line is a card, labelled by `data-label`. */
export function processTable(processes: ProcessView[], colours: Colours): Html {
  if (processes.length === 0) return html`<p class="empty">No processes were named in TARGETS.</p>`
  const several = new Set(processes.filter(({ replica }) => replica > 0).map(({ name }) => name))
  return html`<table class="figures">
<caption class="hidden">Rates and percentiles are of the last minute, since this page was opened; outcomes and dead letters since the process started.</caption>
<thead><tr>${columns.map(({ label, title }) => html`<th scope="col" title="${title}">${label}</th>`)}</tr></thead>
<tbody>${processes.map((process) => line(process, several.has(process.name), colours))}</tbody>
</table>`
}

interface Column {
  label: string
  title: string
  show: (figures: Figures) => Html | string
  isBad?: (figures: Figures) => boolean
}

const figureColumns: Column[] = [
  { label: 'Requests', title: 'Per second', show: (one) => rate(one.requestsPerSecond) },
  {
    label: '5xx',
    title: 'Share of requests answered with 5xx',
    show: (one) => percent(one.errorRate),
    isBad: (one) => (one.errorRate ?? 0) > 0,
  },
  { label: 'p50', title: 'Half of the requests took up to', show: (one) => duration(one.p50Ms) },
  { label: 'p95', title: '95 of 100 requests took up to', show: (one) => duration(one.p95Ms) },
  { label: 'Memory', title: 'Resident', show: (one) => megabytes(one.residentBytes) },
  {
    label: 'Loop lag',
    title: 'Event loop lag, 99th percentile since the last look',
    show: (one) => duration(one.eventLoopLagMs),
    isBad: (one) => (one.eventLoopLagMs ?? 0) > 250,
  },
  {
    label: 'Outbox',
    title: 'Documents with events that are not sent yet, and the age of the oldest',
    show: showOutbox,
    isBad: (one) => (one.outboxOldestSeconds ?? 0) > 10,
  },
  { label: 'Events taken in', title: 'By outcome, since the process started', show: showConsumed },
  {
    label: 'Dead',
    title: 'Dead letters since the process started',
    show: (one) => count(one.deadLetters),
    isBad: (one) => (one.deadLetters ?? 0) > 0,
  },
]

const columns = [{ label: 'Process', title: 'Name and state' }, ...figureColumns]

function line({ name, replica, up, figures }: ProcessView, isOneOfSeveral: boolean, colours: Colours) {
  const label = isOneOfSeveral ? `${name} ${replica + 1}` : name
  const state = up
    ? html`<span class="state good">up</span>`
    : html`<span class="state bad">not answering</span>`
  return html`<tr${!up && html` class="down"`}><th scope="row">${serviceTag(label, colours(name))} ${state}</th>${figureColumns.map(
    (column) =>
      html`<td data-label="${column.label}"${figures && column.isBad?.(figures) && html` class="bad"`}>${figures ? column.show(figures) : '–'}</td>`,
  )}</tr>`
}

function showOutbox({ outboxDocuments, outboxOldestSeconds }: Figures) {
  if (outboxDocuments === null) return '–'
  if (outboxDocuments === 0) return '0'
  return html`${count(outboxDocuments)} <small>${duration((outboxOldestSeconds ?? 0) * 1_000)}</small>`
}

function showConsumed({ consumed }: Figures) {
  if (consumed === null) return '–'
  // Dead ones have a column of their own.
  const { handled = 0, dead: _dead, ...others } = consumed
  const outcomes = [['handled', handled] as const, ...Object.entries(others).filter(([, value]) => value > 0)]
  return html`${outcomes.map(([outcome, value]) => html`<span class="outcome">${count(value)} <small>${outcome}</small></span> `)}`
}
