import { useQueryClient } from '@tanstack/react-query'
import { Switch } from 'antd'
import { useEffect, useId } from 'react'
import { useStoredText } from '../../lib/stored-text.ts'
import { useUrlParams } from '../../lib/url-params.ts'
import { ordersCount } from './api.ts'
import { lastChoice, type UnpaidChoice } from './unpaid-choice.ts'

/**
 * Whether orders that were never paid are hidden, and the function that changes it. The choice is in the URL
 * (`?unpaid=exclude`), so that a link shows the same list. The browser also stores it: without a choice in the URL, the
 * last choice applies. The count of the tab uses the last choice.
 */
export function useHideUnpaid(): [boolean, (hide: boolean) => void] {
  const queryClient = useQueryClient()
  const [params, changeParams] = useUrlParams()
  const last = useStoredText(lastChoice)
  const choice = choiceIn(params)
  const isHidden = (choice ?? last) === 'exclude'
  useEffect(() => {
    if (choice === null && isHidden) changeParams((next) => next.set('unpaid', 'exclude'), { replace: true })
    if (choice === null || choice === last) return
    lastChoice.set(choice)
    void queryClient.invalidateQueries({ queryKey: ordersCount.queryKey })
  }, [choice, last, isHidden, queryClient, changeParams])
  const setHidden = (hide: boolean) =>
    changeParams(
      (next) => {
        next.set('unpaid', hide ? 'exclude' : 'include')
        // The changed list starts at its newest page.
        next.delete('cursor')
      },
      { replace: true },
    )
  return [isHidden, setHidden]
}

function choiceIn(params: URLSearchParams): UnpaidChoice | null {
  if (!params.has('unpaid')) return null
  return params.get('unpaid') === 'exclude' ? 'exclude' : 'include'
}

interface HideUnpaidProps {
  isHidden: boolean
  /** Disabled while a status is selected, because the status alone then filters the orders. */
  isDisabled: boolean
  onChange: (hide: boolean) => void
}

/** The switch above the list. */
export function HideUnpaid({ isHidden, isDisabled, onChange }: HideUnpaidProps) {
  const id = useId()
  return (
    <label className="hide-unpaid" htmlFor={id}>
      <Switch id={id} size="small" checked={isHidden} disabled={isDisabled} onChange={onChange} />
      Hide unpaid orders
    </label>
  )
}
