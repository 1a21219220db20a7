/** A column: its heading, and the text of a row. */
export type Column<Row> = [heading: string, cell: (row: Row) => string]

interface Sort {
  heading: string
  isUp: boolean
  /** A click on a heading. */
  onSort: (heading: string) => void
}

interface FigureTableProps<Row> {
  name: string
  /** The column that names the row comes first. */
  columns: [Column<Row>, ...Column<Row>[]]
  rows: Row[]
  keyOf: (row: Row) => string
  sort?: Sort
}

/** A table of figures that scrolls sideways on a narrow screen. */
export function FigureTable<Row>({ name, columns, rows, keyOf, sort }: FigureTableProps<Row>) {
  const [[, titleOf], ...figures] = columns
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard.
    <section className="report-rows" aria-label={name} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map(([heading]) =>
              sort ? (
                <SortHeading key={heading} heading={heading} sort={sort} />
              ) : (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              <th scope="row">{titleOf(row)}</th>
              {figures.map(([heading, cell]) => (
                <td key={heading}>{cell(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function SortHeading({ heading, sort: { isUp, onSort, ...sort } }: { heading: string; sort: Sort }) {
  const isSorted = heading === sort.heading
  return (
    <th scope="col" aria-sort={!isSorted ? 'none' : isUp ? 'ascending' : 'descending'}>
      <button type="button" onClick={() => onSort(heading)}>
        {heading}
        <span aria-hidden="true">{!isSorted ? '' : isUp ? ' ▲' : ' ▼'}</span>
      </button>
    </th>
  )
}
