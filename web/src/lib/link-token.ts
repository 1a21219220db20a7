import { useEffect, useState } from 'react'
import { navigate, useLocationProperty } from 'wouter/use-browser-location'
import type { Slot } from './storage.ts'

/**
 * The token of a mailed link to this page (`#token=...`); null without one. It is removed from the address, and so
 * from the browser's history, immediately, and is kept in memory while the page is open.
 */
export function useLinkToken(): string | null {
  const hash = useLocationProperty(
    () => location.hash,
    () => '',
  )
  const arrived = new URLSearchParams(hash.slice(1)).get('token') || null
  const [token, setToken] = useState(arrived)
  // A second link to the open page changes only the fragment.
  if (arrived !== null && arrived !== token) setToken(arrived)
  useEffect(() => {
    if (arrived !== null) navigate(location.pathname + location.search, { replace: true })
  }, [arrived])
  return arrived ?? token
}

/** The token of a mailed link that is kept in this tab, so that a reload shows the newest state; empty without one. */
export function useKeptLinkToken(slot: Slot<string>): string {
  const arrived = useLinkToken()
  const [kept] = useState(slot.get)
  useEffect(() => {
    if (arrived) slot.set(arrived)
  }, [arrived, slot])
  return arrived ?? kept
}
