import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

/**
 * The token of the link in a mail that leads to this page (`#token=...`); null without one. It is taken out of
 * the address, and so out of the browser's history, at once, and is known as long as the page is on the screen.
 */
export function useLinkToken(): string | null {
  const { pathname, search, hash } = useLocation()
  const navigate = useNavigate()
  const arrived = new URLSearchParams(hash.slice(1)).get('token') || null
  const [token, setToken] = useState(arrived)
  // Another link to the page that is open already changes the fragment alone.
  if (arrived !== null && arrived !== token) setToken(arrived)
  useEffect(() => {
    if (arrived !== null) navigate({ pathname, search }, { replace: true })
  }, [arrived, pathname, search, navigate])
  return arrived ?? token
}
