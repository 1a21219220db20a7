import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify'
import type { Response } from 'express'

/** The columns of an export by their headings: what each holds of a row. */
export type CsvColumns<T> = Record<string, (row: T) => string | number | null>

/**
 * Answers rows as a CSV file (RFC 4180, UTF-8 with a byte order mark, for Excel's sake), as they come
 * from the cursor: memory stays flat however many there are. Every field is quoted, and a text that a
 * spreadsheet would run as a formula, in whole or from a separator on, gets an apostrophe in front of it.
 * What fails before the first row is answered as any failure; a failure midway cuts the connection, so that
 * half a file never looks like a whole one.
 * @param fileName without its ending
 */
export async function sendCsv<T>(
  res: Response,
  fileName: string,
  columns: CsvColumns<T>,
  rows: AsyncIterable<T>,
): Promise<void> {
  const cells = Object.values(columns)
  const source = rows[Symbol.asyncIterator]()
  const first = await source.next()
  async function* lines() {
    for (let next = first; !next.done; next = await source.next()) {
      const { value } = next
      // For the entry of the export in the audit trail.
      res.locals.records = (res.locals.records ?? 0) + 1
      yield cells.map((cell) => inert(cell(value)))
    }
  }
  const csv = stringify({
    header: true,
    columns: Object.keys(columns),
    bom: true,
    record_delimiter: 'windows',
    quoted: true,
    quoted_empty: true,
  })
  res.setHeader('content-type', 'text/csv; charset=utf-8')
  res.setHeader('content-disposition', `attachment; filename="${fileName}.csv"`)
  res.setHeader('cache-control', 'no-store')
  try {
    await pipeline(lines, csv, res)
  } catch (error) {
    if (!isClientGone(error)) throw error
  } finally {
    await source.return?.()
  }
}

// What a spreadsheet takes for the beginning of a formula (OWASP, 'CSV Injection'), also in its full-width forms.
const formula = /^(?:[\s"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r\n])/
// A spreadsheet that parts cells at another character than the comma pays no heed to our quotes: each of these may
// begin a cell. Written as a look back, so that a long run of blanks is walked through once.
const innerFormula = /(?<=[;,|\t\r\n][\s"]*)[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/g
const negativeNumber = /^-\d+(?:\.\d+)?$/

/** A cell that is shown and never run. Negative amounts stay numbers; a phone number with its plus becomes text. */
function inert(cell: string | number | null): string | number {
  if (typeof cell !== 'string') return cell ?? ''
  if (negativeNumber.test(cell)) return cell
  const guarded = cell.replace(innerFormula, "'$&")
  return formula.test(cell) ? `'${guarded}` : guarded
}

// Whoever gives a download up has no more use for it; that is no failure of ours.
const isClientGone = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
