interface DataTableProps {
  caption: string
  heads: string[]
  rows: (string | number)[][]
}

/** The data of a chart as a table for screen readers. */
export function DataTable({ caption, heads, rows }: DataTableProps) {
  return (
    <div className="for-screen-readers">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...rest]) => (
            <tr key={first}>
              <th scope="row">{first}</th>
              {rest.map((cell, i) => (
                <td key={heads[i + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
