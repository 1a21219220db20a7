import { useSlot } from '@prankpost/web-kit/storage'
import { useQueryClient } from '@tanstack/react-query'
import { Switch } from 'antd'
import { useEffect, useId } from 'react'
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
  const last = useSlot(lastChoice)
  const choice = choiceIn(params)
  const isHidden = (choice ?? last) === 'exclude'
  useEffect(() => {
    if (choice === null && isHidden) changeParams((next) => next.set('unpaid', 'exclude'), { replace: true })
  }, [choice, isHidden, changeParams])
  // Only a change in this tab is stored: two tabs with different choices would otherwise overwrite each other's for ever.
  useEffect(() => {
    if (choice === null || choice === lastChoice.get()) return
    lastChoice.set(choice)
    // A first read that is running counts by the former choice, and would otherwise be taken for the new one.
    const { queryKey } = ordersCount
    void queryClient.cancelQueries({ queryKey }).then(() => queryClient.invalidateQueries({ queryKey }))
  }, [choice, queryClient])
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
