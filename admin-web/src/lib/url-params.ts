import { useCallback } from 'react'
import { type NavigateOptions, useNavigate, useSearchParams } from 'react-router-dom'

/** A link to a tab, with a filtered list or an open item: `?tab=orders&status=paid`. */
export const tabLink = (tab: string, params: Record<string, string>) =>
  `?${new URLSearchParams({ tab, ...params })}`

type Change = (params: URLSearchParams) => void

/**
 * The parameters of the URL, and a function that changes a copy of them in place and navigates there.
 * The function starts from the browser's URL. React Router's own starts from the last render, so it would undo a change
 * that was made after that render, such as a filter that was cleared just before.
 * @example const [params, changeParams] = useUrlParams(); changeParams((next) => next.delete('q'), { replace: true })
 */
export function useUrlParams(): [URLSearchParams, (change: Change, options?: NavigateOptions) => void] {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const changeParams = useCallback(
    (change: Change, options?: NavigateOptions) => {
      const next = new URLSearchParams(globalThis.location.search)
      change(next)
      void navigate(`?${next}`, options)
    },
    [navigate],
  )
  return [params, changeParams]
}
