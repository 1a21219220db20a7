import { createTimeScale, type TimeScale } from '../time-scale.ts'
import type { TraceRow, TraceView } from '../trace-view.ts'
import type { Colours } from './colours.ts'
import { duration } from './format.ts'
import { html } from './html.ts'
import { serviceTag } from './layout.ts'

interface Context {
  colours: Colours
  isKept: (traceId: string) => boolean
}

/** Deeper spans are not moved further to the right. */
const deepest = 12
const ticks = [0, 0.25, 0.5, 0.75, 1]

/** The spans of a trace on its time line; each opens to what is known of it. */
export function waterfall({ rows }: TraceView, context: Context) {
  const scale = createTimeScale(rows)
  const backdrop = html`${ticks.slice(1, -1).map((share) => html`<line class="grid" x1="${percent(share)}" x2="${percent(share)}" y1="0" y2="100%"/>`)}${scale.cuts.map(
    ({ from, to }) =>
      html`<rect class="cut" x="${percent(from)}" width="${percent(to - from)}" height="100%"/>`,
  )}`
  return html`<div class="waterfall">
${scale.cuts.length > 0 && html`<p class="note">Drawn shorter, in grey: ${scale.cuts.map(({ lengthMs }) => duration(lengthMs)).join(', ')} in which nothing happened.</p>`}
<div class="axis" aria-hidden="true"><span>Span</span><span class="ticks">${ticks.map((share) => html`<i>${duration(scale.at(share))}</i>`)}</span><span>Took</span></div>
<ol class="spans">${rows.map((row) => html`<li>${spanRow(row, scale, backdrop, context)}</li>`)}</ol>
</div>`
}

const percent = (share: number) => `${(100 * share).toFixed(3)}%`

function spanRow(row: TraceRow, scale: TimeScale, backdrop: ReturnType<typeof html>, context: Context) {
  const { colours, isKept } = context
  const { spanId, service, name, depth, offsetMs, durationMs, failed } = row
  const left = scale.place(offsetMs)
  const width = scale.place(offsetMs + durationMs) - left
  // A narrow line under the bar, so that the shortest span shows. SVG, because its places are attributes: the
  // pages' policy allows no style in the markup.
  return html`<details id="span-${spanId}"${failed && html` class="failed"`}>
<summary class="span">
  <span class="span-name d${Math.min(depth, deepest)}"><span class="hidden">Level ${depth + 1}, after ${duration(offsetMs)}: </span><b>${name}</b>
    ${serviceTag(service, colours(service))}${failed && html`<span class="state bad">error</span>`}</span>
  <svg class="lane" aria-hidden="true">${backdrop}<g class="${failed ? 'error' : colours(service)}"><rect x="${percent(left)}" y="7" width="3" height="12" rx="1.5"/><rect x="${percent(left)}" y="7" width="${percent(width)}" height="12" rx="2"/></g></svg>
  <span class="took">${duration(durationMs)}</span>
</summary>
${details(row, isKept)}
</details>`
}

function details(row: TraceRow, isKept: (traceId: string) => boolean) {
  const { kind, offsetMs, durationMs, attributes, spanId, parentSpanId, isOrphan, links } = row
  const facts = [
    ['kind', kind],
    ['starts after', duration(offsetMs)],
    ['duration', duration(durationMs)],
    ...Object.entries(attributes),
    ['span', spanId],
    ...(parentSpanId ? [['parent', isOrphan ? `${parentSpanId} (not here)` : parentSpanId]] : []),
  ]
  return html`<dl class="attributes">${facts.map(([term, value]) => html`<div><dt>${term}</dt><dd>${linked(term, value)}</dd></div>`)}${links.map(
    ({ traceId }) =>
      html`<div><dt>linked trace</dt><dd>${isKept(traceId) ? html`<a href="/traces/${traceId}">${traceId}</a>` : `${traceId} (not kept)`}</dd></div>`,
  )}</dl>`
}

/** Ids that other traces may tell of as well, and so lead to them. */
const shared = ['prankpost.subject', 'prankpost.request_id']

const linked = (term = '', value = '') =>
  shared.includes(term) ? html`<a href="/?q=${encodeURIComponent(value)}">${value}</a>` : value
