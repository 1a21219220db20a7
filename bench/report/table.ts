import type { Section } from './sections.ts'

type Row = Record<string, string>

/** For the terminal: aligned columns. */
export function textOf({ title, about, rows }: Section): string {
  const lines = linesOf(rows)
  const widths =
    lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? []
  const table = lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('   ')
      .trimEnd(),
  )
  return ['', title, ...(about ? [about] : []), '', ...table].join('\n')
}

/** For a page; the first column is the name of the row, the others contain figures. */
export function markdownOf({ title, about, rows }: Section): string {
  const [head = [], ...lines] = linesOf(rows).map((line) => line.map((cell) => cell.replaceAll('|', '\\|')))
  const rule = head.map((_, column) => (column === 0 ? '---' : '---:'))
  const table = [head, rule, ...lines].map((line) => `| ${line.join(' | ')} |`)
  return [`### ${title}`, ...(about ? ['', about] : []), '', ...table].join('\n')
}

function linesOf(rows: Row[]): string[][] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return [names, ...rows.map((row) => names.map((name) => row[name] ?? ''))]
}
