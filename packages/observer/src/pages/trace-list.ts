import type { FoundTraces, TraceQuery } from '../trace-query.ts'
import type { TraceSummary } from '../trace-view.ts'
import type { Colours } from './colours.ts'
import { clock, count, counted, duration } from './format.ts'
import { type Html, html } from './html.ts'
import { serviceTag } from './layout.ts'

/** The traces that were asked for, newest first; each leads to its waterfall. */
export function traceList({ traces, total, held }: FoundTraces, query: TraceQuery, colours: Colours): Html {
  if (traces.length === 0) return emptyList(query)
  const longestMs = Math.max(...traces.map(({ durationMs }) => durationMs))
  return html`<table class="traces">
<caption class="hidden">Traces, newest first. Times are UTC.</caption>
<thead><tr><th scope="col">Time (UTC)</th><th scope="col">Trace</th><th scope="col">Services</th><th scope="col">Spans</th><th scope="col">Duration</th><th scope="col">Errors</th></tr></thead>
<tbody>${traces.map((trace) => line(trace, longestMs, colours))}</tbody>
</table>
<p class="foot">${count(traces.length)} of ${counted(total, 'trace')}${
    held.evictedTraces > 0 && html`; ${count(held.evictedTraces)} older ones made room`
  }${total > traces.length && html` · <a href="${moreOf(query)}">Show all</a>`}</p>`
}

function line(trace: TraceSummary, longestMs: number, colours: Colours) {
  const { traceId, startedAt, name, service, services, spans, errors, durationMs } = trace
  // Logarithmic: one that waited for its customer must not make all others look alike.
  const width = longestMs > 0 ? (100 * Math.log1p(durationMs)) / Math.log1p(longestMs) : 0
  return html`<tr${errors > 0 && html` class="failed"`}>
<td class="time"><time datetime="${startedAt}">${clock(startedAt)}</time></td>
<th scope="row"><a id="trace-${traceId}" href="/traces/${traceId}">${name}</a><small class="id">${traceId.slice(0, 8)}</small></th>
<td class="services">${[service, ...services.filter((one) => one !== service)].map((one) => serviceTag(one, colours(one)))}</td>
<td class="number" data-label="Spans">${count(spans)}</td>
<td class="number" data-label="Duration">${duration(durationMs)}<svg class="meter" aria-hidden="true"><rect class="track" width="100%" height="3" rx="1.5"/><rect class="${colours(service)}" width="${width.toFixed(1)}%" height="3" rx="1.5"/></svg></td>
<td class="number errors" data-label="Errors">${errors > 0 ? html`<span class="state bad">${counted(errors, 'error')}</span>` : 'none'}</td>
</tr>`
}

/** The same list, as long as it may get. */
function moreOf({ q = '', service = '', errors }: TraceQuery): string {
  return `/?${new URLSearchParams({ q, service, errors: errors ? '1' : '', limit: '500' })}`
}

function emptyList({ q, service, errors }: TraceQuery): Html {
  return q || service || errors
    ? html`<p class="empty">No trace that is kept fits. <a href="/">Show all</a></p>`
    : html`<p class="empty">No traces yet. Use the store; what happens in it shows here a few seconds later.</p>`
}
