import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Waiting } from '../../../components/error-state.tsx'
import { ExportButton } from '../../../components/export-button.tsx'
import { type ReportQuery, reportExport, reportQuery } from '../api.ts'
import { count } from '../figures.ts'
import { type Column, FigureTable } from './figure-table.tsx'
import { type SourceRow, share, sourceLabels, stepsOf } from './funnel-figures.ts'
import { FunnelPranks } from './funnel-pranks.tsx'

/** How many visits reached each step of a purchase: in total, by source, and by prank. */
export function Funnel({ range }: { range: { from: string; to: string } }) {
  const query: ReportQuery = { ...range, by: 'total' }
  const sources = useQuery(reportQuery('funnel', query))
  const pranks = useQuery(reportQuery('funnel-pranks', query))
  const isFetching = sources.isFetching || pranks.isFetching
  const error = sources.error ?? pranks.error
  const refetch = () => Promise.all([sources.refetch(), pranks.refetch()])
  const all = sources.data?.items.find(({ source }) => source === 'all')
  return (
    <>
      <div className={isFetching ? 'report list-stale' : 'report'} aria-busy={isFetching}>
        {error || !sources.data || !pranks.data || !all ? (
          <Waiting for={{ error, isFetching, refetch }} failed="The funnel could not be loaded." />
        ) : isEmpty(all) ? (
          <p className="hint">Nothing in this time.</p>
        ) : (
          <>
            <Steps all={all} />
            <Part title="By source" report="funnel" query={query}>
              {/* Payments do not say where a customer came from: here they are what browsers reported. */}
              <FigureTable
                name="Funnel by source"
                columns={sourceColumns}
                rows={sources.data.items}
                keyOf={({ source }) => source}
              />
            </Part>
            <Part title="By prank" report="funnel-pranks" query={query}>
              <FunnelPranks rows={pranks.data.items} />
            </Part>
          </>
        )}
      </div>
      <p className="hint">
        Days are UTC. Browsers report steps without cookies and ids: once for each tab, and not at all with Do
        Not Track or Global Privacy Control. Paid orders and started plans are those of all customers, so they
        can be more than the checkouts. A visit is counted at each step before the last one it reached.
      </p>
    </>
  )
}

const isEmpty = ({ visit, orders, plansStarted }: SourceRow) => !visit && !orders && !plansStarted

interface PartProps {
  title: string
  report: 'funnel' | 'funnel-pranks'
  query: ReportQuery
  children: ReactNode
}

function Part({ title, report, query, children }: PartProps) {
  return (
    <section className="funnel-part">
      <div className="funnel-title">
        <h3>{title}</h3>
        <ExportButton endpoint={reportExport} params={{ report }} query={query} of={title.toLowerCase()} />
      </div>
      {children}
    </section>
  )
}

/** Each step with its share of the step before it. */
function Steps({ all }: { all: SourceRow }) {
  return (
    <div className="funnels">
      {Object.entries(stepsOf(all)).map(([name, steps]) => {
        const most = Math.max(1, ...steps.map((step) => step.count))
        return (
          <section key={name} aria-label={`${name}, step by step`}>
            <h3>{name}</h3>
            <ol>
              {steps.map((step, index) => (
                <li key={step.label}>
                  <span>{step.label}</span>
                  <span className="funnel-bar" aria-hidden="true">
                    <span style={{ inlineSize: `${(step.count / most) * 100}%` }} />
                  </span>
                  <b>{count(step.count)}</b>
                  <span className="funnel-share">
                    {index > 0 && share(step.count, steps[index - 1]?.count ?? 0)}
                  </span>
                </li>
              ))}
            </ol>
          </section>
        )
      })}
    </div>
  )
}

const sourceColumns: [Column<SourceRow>, ...Column<SourceRow>[]] = [
  ['Source', ({ source }) => sourceLabels[source]],
  ['Visits', ({ visit }) => count(visit)],
  ['Viewed', ({ viewed }) => count(viewed)],
  ['Picked', ({ picked }) => count(picked)],
  ['In the Arsenal', ({ added }) => count(added)],
  ['Checkout', ({ checkout }) => count(checkout)],
  ['Paid, reported', ({ paid }) => count(paid)],
  ['Of visits', ({ paid, visit }) => share(paid, visit)],
  ['Plans viewed', ({ plansViewed }) => count(plansViewed)],
  ['Plan checkout', ({ planCheckout }) => count(planCheckout)],
  ['Plan paid, reported', ({ planPaid }) => count(planPaid)],
]
