import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify'
import type { Response } from 'express'

/** The columns of an export: for each heading, a function that returns the value of a row. */
export type CsvColumns<T> = Record<string, (row: T) => string | number | null>

/**
 * Streams rows from a cursor as a CSV file (RFC 4180, UTF-8 with a byte order mark for Excel), so memory use does not
 * depend on the number of rows. Every field is quoted. A text that a spreadsheet would run as a formula, at its start
 * or after a separator, gets an apostrophe in front of the formula. An error before the first row is answered as usual;
 * a later error cuts the connection, so that a partial file never looks complete.
 * @param fileName without the extension
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
      // For the audit trail's entry of this export.
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
    if (!isAborted(error)) throw error
  } finally {
    await source.return?.()
  }
}

// The characters that start a formula in a spreadsheet (OWASP, 'CSV Injection'), including their full-width forms.
const formula = /^(?:[\s"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|[\t\r\n])/
// A spreadsheet with a separator other than the comma ignores our quotes, so a cell may begin after any of these
// characters. The pattern is a lookbehind, so that a long run of blanks is scanned only once.
const innerFormula = /(?<=[;,|\t\r\n][\s"]*)[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/g
const negativeNumber = /^-\d+(?:\.\d+)?$/

/** Makes a cell safe to display. Negative amounts stay numbers; a phone number with a plus becomes text. */
function inert(cell: string | number | null): string | number {
  if (typeof cell !== 'string') return cell ?? ''
  if (negativeNumber.test(cell)) return cell
  const guarded = cell.replace(innerFormula, "'$&")
  return formula.test(cell) ? `'${guarded}` : guarded
}

// A client that aborts its download is not an error.
const isAborted = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
