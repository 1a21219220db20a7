import { useEffect, useRef, useState } from 'react'
import { useNotify } from '../../../lib/notify.ts'
import { type Letter, messages } from '../letters.ts'

/**
 * Remembers what was sent again and tells when it is dead once more: then its failure has another time than
 * before. What is back keeps its mark until it is sent again.
 */
export function useDiedAgain(letters: readonly Letter[]) {
  const notify = useNotify()
  const [sent, setSent] = useState<ReadonlyMap<string, string>>(new Map())
  const told = useRef(new Set<string>())
  const back = letters.filter(({ key, failedAt }) => sent.has(key) && sent.get(key) !== failedAt)

  useEffect(() => {
    const fresh = back.filter(({ key, failedAt }) => !told.current.has(`${key}@${failedAt}`))
    const [first] = fresh
    if (first === undefined) return
    for (const { key, failedAt } of fresh) told.current.add(`${key}@${failedAt}`)
    const why = fresh.length === 1 ? `${first.event}: ${first.reason}` : 'Their reasons stand in the list.'
    notify.warning('Failed Again', `${messages(fresh.length)} came back. ${why}`)
  }, [back, notify])

  const watch = (again: readonly Letter[]) =>
    setSent((before) => new Map([...before, ...again.map(({ key, failedAt }) => [key, failedAt] as const)]))
  return { backKeys: new Set(back.map(({ key }) => key)), watch }
}
