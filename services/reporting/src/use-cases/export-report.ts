import type { ReportName, ReportPeriod } from '@prankpost/contracts'
import { type CsvColumns, sendCsv } from '@prankpost/service-kit'
import type { Response } from 'express'
import type { Deps } from '../deps.ts'
import { reportColumns } from '../report.csv.ts'
import { readReport } from './read-report.ts'

interface ExportReportInput {
  report: ReportName
  from?: string | undefined
  to?: string | undefined
  by: ReportPeriod
  res: Response
}

/** Sends a report as a CSV file. @throws 400 as readReport does */
export async function exportReport(
  { res, ...input }: ExportReportInput,
  deps: Pick<Deps, 'days' | 'funnel'>,
) {
  const { items, from, to } = await readReport(input, deps)
  async function* rows() {
    yield* items
  }
  const columns = reportColumns[input.report] as CsvColumns<(typeof items)[number]>
  await sendCsv(res, `${input.report}-${from}-${to}`, columns, rows())
}
