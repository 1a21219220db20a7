/** What spreadsheets take for the end of a cell, each in some country or after some import dialog. */
export const separators = [',', ';', '\t', '|'] as const

/**
 * The cells of a CSV text as a spreadsheet reads it that takes `separator` for the end of a cell: quotes count at the
 * beginning of a cell only, and what follows the closing one up to the separator belongs to the cell.
 */
function cellsOf(text: string, separator: string): string[] {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (let n = 0; n < text.length; n++) {
    const sign = text[n] as string
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (text[n + 1] === '"') cell += text[++n]
      else isQuoted = false
    } else if (sign === '"' && cell === '') {
      isQuoted = true
    } else if (sign === separator || sign === '\n' || sign === '\r') {
      cells.push(cell)
      cell = ''
    } else {
      cell += sign
    }
  }
  return [...cells, cell]
}

/** The cells that a spreadsheet would run, among those that hold the mark. */
export const formulasIn = (text: string, separator: string, mark: string): string[] =>
  cellsOf(text, separator).filter((cell) => cell.includes(mark) && /^\s*[=+\-@＝＋－＠]/.test(cell))
