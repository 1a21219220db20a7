import { type Closure, isClosed, type Shop } from '@prankpost/contracts/closure'
import { call, nullable, shape, text } from '@prankpost/web-kit'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

const shop = shape<Shop>({ closedUntil: nullable(text), closedReason: nullable(text) })

/** Whether the shop is closed. */
export const shopQuery = queryOptions({
  queryKey: ['shop'],
  queryFn: ({ signal }) => call('GET /api/shop', { signal, expect: shop }),
})

const checkEveryMs = 45_000

/**
 * Reads every 45 s, and when the customer returns to the page, whether the shop is closed: an open page learns of a closure
 * and of the reopening by itself. Only the frame of the screens uses it, so that a page has one timer.
 */
export function useShopNews(): void {
  useQuery({ ...shopQuery, refetchInterval: checkEveryMs, refetchOnWindowFocus: 'always' })
}

/** The longest time that a browser's timer can wait. */
const maxTimerMs = 2_147_483_647

/**
 * Until when the shop is closed; null while it is open, or while it is not known. It changes by itself at the end of the
 * closure. The server decides in any case.
 */
export function useClosure(): Closure | null {
  const { data } = useQuery(shopQuery)
  // The first render shows what the server has rendered, whatever the clock of this device says.
  const [now, setNow] = useState<Date | null>(null)
  const isOver = data && now !== null && !isClosed(data, now)
  const closedUntil = isOver ? null : (data?.closedUntil ?? null)
  useEffect(() => {
    if (closedUntil === null) return
    // A timer may be a little early.
    const ms = Math.max(0, Date.parse(closedUntil) - (now ?? new Date()).getTime()) + 500
    const timer = setTimeout(() => setNow(new Date()), Math.min(ms, maxTimerMs))
    return () => clearTimeout(timer)
  }, [closedUntil, now])
  return data && closedUntil !== null ? { ...data, closedUntil } : null
}
