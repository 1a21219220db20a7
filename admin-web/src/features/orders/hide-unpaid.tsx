import { useQueryClient } from '@tanstack/react-query'
import { Switch } from 'antd'
import { useEffect, useId } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useStoredText } from '../../lib/stored-text.ts'
import { ordersCount } from './api.ts'
import { lastChoice, type UnpaidChoice } from './unpaid-choice.ts'

/**
 * Whether orders that were never paid are hidden, and how to change it. The choice stands in the address
 * (`?unpaid=exclude`), so that a link shows the same, and the browser remembers it: without one in the address the last
 * choice holds. The tab counts by the last choice.
 */
export function useHideUnpaid(): [boolean, (hide: boolean) => void] {
  const queryClient = useQueryClient()
  const [params, setParams] = useSearchParams()
  const last = useStoredText(lastChoice)
  const choice = choiceIn(params)
  const isHidden = (choice ?? last) === 'exclude'
  useEffect(() => {
    if (choice === null && isHidden) setParams((now) => withChoice(now, 'exclude'), { replace: true })
    if (choice === null || choice === last) return
    lastChoice.set(choice)
    void queryClient.invalidateQueries({ queryKey: ordersCount.queryKey })
  }, [choice, last, isHidden, queryClient, setParams])
  const hide = (wanted: boolean) =>
    setParams(
      (now) => {
        const next = withChoice(now, wanted ? 'exclude' : 'include')
        // Another list begins at its newest page.
        next.delete('cursor')
        return next
      },
      { replace: true },
    )
  return [isHidden, hide]
}

function choiceIn(params: URLSearchParams): UnpaidChoice | null {
  if (!params.has('unpaid')) return null
  return params.get('unpaid') === 'exclude' ? 'exclude' : 'include'
}

function withChoice(params: URLSearchParams, choice: UnpaidChoice): URLSearchParams {
  const next = new URLSearchParams(params)
  next.set('unpaid', choice)
  return next
}

interface HideUnpaidProps {
  isHidden: boolean
  /** While a status is chosen, the status alone says which orders are wanted. */
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
