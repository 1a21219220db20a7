import { useEffect, useRef, useState } from 'react'
import { many } from '../../../lib/many.ts'
import { useNotify } from '../../../lib/notify.ts'
import type { DeadLetter } from '../dead-letters.ts'

/**
 * Watches replayed messages and notifies the operator when one is dead-lettered again, which changes its time of
 * failure. It stays marked as failed again until it is replayed.
 */
export function useDiedAgain(deadLetters: readonly DeadLetter[]) {
  const notify = useNotify()
  const [sent, setSent] = useState<ReadonlyMap<string, string>>(new Map())
  const reported = useRef(new Set<string>())
  const failedAgain = deadLetters.filter(({ key, failedAt }) => sent.has(key) && sent.get(key) !== failedAt)

  useEffect(() => {
    const fresh = failedAgain.filter(({ key, failedAt }) => !reported.current.has(`${key}@${failedAt}`))
    const [first] = fresh
    if (first === undefined) return
    for (const { key, failedAt } of fresh) reported.current.add(`${key}@${failedAt}`)
    const why = fresh.length === 1 ? `${first.event}: ${first.reason}` : 'The list shows their reasons.'
    notify.warning('Failed Again', `${many(fresh.length, 'message')} came back. ${why}`)
  }, [failedAgain, notify])

  const watch = (replayed: readonly DeadLetter[]) =>
    setSent(
      (before) => new Map([...before, ...replayed.map(({ key, failedAt }) => [key, failedAt] as const)]),
    )
  return { failedAgainKeys: new Set(failedAgain.map(({ key }) => key)), watch }
}
