import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify'
import type { Response } from 'express'

/** The columns of an export by their headings: what each holds of a row. */
export type CsvColumns<T> = Record<string, (row: T) => string | number | null>

/**
 * Answers rows as a CSV file (RFC 4180, UTF-8 with a byte order mark, for Excel's sake), as they come
 * from the cursor: memory stays flat however many there are. A text that a spreadsheet would run as a
 * formula gets an apostrophe in front. What fails before the first row is answered as any failure; a
 * failure midway cuts the connection, so that half a file never looks like a whole one.
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
      yield cells.map((cell) => inert(cell(value)))
    }
  }
  const csv = stringify({
    header: true,
    columns: Object.keys(columns),
    bom: true,
    record_delimiter: 'windows',
    // A line break inside a cell is often a bare one.
    quote_record_delimiter: true,
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
const formula = /^(?:\s*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r\n])/
const negativeNumber = /^-\d+(?:\.\d+)?$/

/** A cell that is shown and never run. Negative amounts stay numbers; a phone number with its plus becomes text. */
function inert(cell: string | number | null): string | number {
  if (typeof cell !== 'string') return cell ?? ''
  return formula.test(cell) && !negativeNumber.test(cell) ? `'${cell}` : cell
}

// Whoever gives a download up has no more use for it; that is no failure of ours.
const isClientGone = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
