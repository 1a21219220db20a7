import { Button } from 'antd'
import { pageSize, totalText } from '../lib/admin-list.ts'
import type { ListState } from '../lib/list-state.ts'

interface PagerProps {
  state: ListState
  shown: number
  total: number
  nextCursor: string | null
  /** Rows on a page. */
  rows?: number | undefined
}

/** The pagination of a list, newest page first. */
export function Pager({ state, shown, total, nextCursor, rows = pageSize }: PagerProps) {
  if (state.page === 1 && nextCursor === null) return null
  const first = (state.page - 1) * rows + 1
  return (
    <nav className="pager" aria-label="Pages">
      {shown > 0 && (
        <span>
          {first} to {first + shown - 1} of {totalText(total)}
        </span>
      )}
      <Button disabled={state.page === 1} onClick={state.goNewest}>
        Newest
      </Button>
      <Button disabled={state.page === 1} onClick={state.goNewer}>
        Newer
      </Button>
      <Button disabled={nextCursor === null} onClick={() => nextCursor !== null && state.goOlder(nextCursor)}>
        Older
      </Button>
    </nav>
  )
}
