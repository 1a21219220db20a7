import { type Slot, textSlot } from '@prankpost/web-kit/storage'
import { useEffect, useState } from 'react'
import { navigate, useLocationProperty } from 'wouter/use-browser-location'

/** The token of the email verification link, kept over the reload after sign-in. It is useless without that session. */
export const verifyLinkSlot = textSlot('session', 'prankpost-verify-link')

/** The token of the link to an order's status, kept in this tab so that a reload shows it again. */
export const orderLinkSlot = textSlot('session', 'prankpost-order-link')

/** The token of the link to the thread of a message, kept in this tab so that a reload shows it again. */
export const messageLinkSlot = textSlot('session', 'prankpost-message-link')

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
