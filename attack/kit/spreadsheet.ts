/** The cell separators of spreadsheets, depending on country and import dialog. */
export const separators = [',', ';', '\t', '|'] as const

/**
 * The cells of a CSV text as a spreadsheet with this `separator` reads it: a quote is only special at the beginning of a
 * cell, and text between the closing quote and the separator belongs to the cell.
 */
function cellsOf(text: string, separator: string): string[] {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (let n = 0; n < text.length; n++) {
    const character = text[n] as string
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (text[n + 1] === '"') cell += text[++n]
      else isQuoted = false
    } else if (character === '"' && cell === '') {
      isQuoted = true
    } else if (character === separator || character === '\n' || character === '\r') {
      cells.push(cell)
      cell = ''
    } else {
      cell += character
    }
  }
  return [...cells, cell]
}

/** The cells that contain the mark and that a spreadsheet would evaluate. */
export const formulasIn = (text: string, separator: string, mark: string): string[] =>
  cellsOf(text, separator).filter((cell) => cell.includes(mark) && /^\s*[=+\-@＝＋－＠]/.test(cell))
