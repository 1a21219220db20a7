import type { ProcessView } from '../process-watch.ts'
import type { FoundTraces, TraceQuery } from '../trace-query.ts'
import type { Colours } from './colours.ts'
import { html } from './html.ts'
import { layout } from './layout.ts'
import { overview } from './overview.ts'
import { processTable } from './process-table.ts'
import { traceList } from './trace-list.ts'

interface Shown {
  processes: ProcessView[]
  found: FoundTraces
  query: TraceQuery
  colours: Colours
}

/** The first page: how the processes are, and the latest traces. What is in `data-live` is fetched anew while it is open. */
export function indexPage({ processes, found, query, colours }: Shown): string {
  const body = html`
<h1 class="hidden">What goes on in this stack</h1>
<section id="overview" data-live aria-label="Overview">${overview(processes, found)}</section>
<section class="card" aria-labelledby="traces-title">
  <div class="head"><h2 id="traces-title" tabindex="-1">Latest traces</h2>${filters(query, found.services)}</div>
  <div id="traces" data-live>${traceList(found, query, colours)}</div>
</section>
<section class="card" aria-labelledby="processes-title">
  <div class="head"><h2 id="processes-title" tabindex="-1">Processes</h2></div>
  <div id="processes" data-live>${processTable(processes, colours)}</div>
</section>`
  return layout({ title: 'Traces and processes', body })
}

function filters({ q, service, errors }: TraceQuery, services: string[]) {
  // One that was asked for stays a choice, even while it has no traces.
  const choices = [...new Set([...services, ...(service ? [service] : [])])].toSorted()
  return html`<form class="filters" method="get" action="/" role="search" aria-label="Traces">
  <label><span class="hidden">Id of a trace, a request or an order</span>
    <input type="search" name="q" value="${q}" placeholder="Trace, request or order id" maxlength="64" spellcheck="false" autocomplete="off"></label>
  <label><span class="hidden">Service</span><select name="service">
    <option value="">All services</option>
    ${choices.map((name) => html`<option value="${name}"${name === service && html` selected`}>${name}</option>`)}
  </select></label>
  <label class="check"><input type="checkbox" name="errors" value="1"${errors && html` checked`}> Errors only</label>
  <button type="submit">Show</button>
  ${(q || service || errors) && html`<a href="/">Clear</a>`}
</form>`
}
