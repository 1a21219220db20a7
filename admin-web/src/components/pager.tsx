import { mostCounted } from '@prankpost/contracts/constants'
import { Button } from 'antd'
import { pageSize } from '../lib/admin-list.ts'
import type { ListState } from '../lib/list-state.ts'

interface PagerProps {
  state: ListState
  shown: number
  total: number
  nextCursor: string | null
}

const orMore = `${mostCounted.toLocaleString('en-US')} or more`

/** Leafs through a list from the newest to older pages and back. */
export function Pager({ state, shown, total, nextCursor }: PagerProps) {
  if (state.page === 1 && nextCursor === null) return null
  const first = (state.page - 1) * pageSize + 1
  return (
    <nav className="pager" aria-label="Pages">
      <span>
        {first} to {first + shown - 1} of {state.isFiltered && total === mostCounted ? orMore : total}
      </span>
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
