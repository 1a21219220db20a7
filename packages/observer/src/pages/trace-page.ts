import type { TraceView } from '../trace-view.ts'
import type { Colours } from './colours.ts'
import { counted, duration } from './format.ts'
import { html } from './html.ts'
import { layout, serviceTag } from './layout.ts'
import { waterfall } from './waterfall.ts'

interface Context {
  colours: Colours
  /** Whether a trace that a link names can be opened. */
  isKept: (traceId: string) => boolean
}

/** One trace: what it was, who took part, and its spans as a waterfall. */
export function tracePage(trace: TraceView, { colours, isKept }: Context): string {
  const { traceId, name, services, spans, errors, durationMs, startedAt } = trace
  const body = html`
<nav class="back" aria-label="Way back"><a href="/">← All traces</a></nav>
<section class="card" id="trace" data-live aria-labelledby="trace-title">
  <div class="head trace-head">
    <h1 id="trace-title">${name}</h1>
    <dl class="facts">
      ${fact('Trace', html`<code>${traceId}</code>`)}
      ${fact('Started', html`<time datetime="${startedAt}">${startedAt.replace('T', ' ')}</time>`)}
      ${fact('Duration', duration(durationMs))}
      ${fact('Spans', counted(spans, 'span'))}
      ${fact('Errors', errors > 0 ? html`<span class="state bad">${counted(errors, 'error')}</span>` : 'none')}
    </dl>
    <ul class="legend" aria-label="Services">${services.map((one) => html`<li>${serviceTag(one, colours(one))}</li>`)}</ul>
  </div>
  ${waterfall(trace, { colours, isKept })}
</section>`
  return layout({ title: name, body })
}

const fact = (term: string, value: ReturnType<typeof html> | string) =>
  html`<div><dt>${term}</dt><dd>${value}</dd></div>`
