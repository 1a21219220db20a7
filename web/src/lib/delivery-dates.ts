import { call, listOf, shape, text } from '@prankpost/web-kit'
import { queryOptions, useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type CartItem, cartSlot, type DateNews, updateDatesInCart } from './cart.ts'
import { useSlot } from './storage.ts'

const checkEveryMs = 60_000

const datesAnswer = shape<{ dates: string[] }>({ dates: listOf(text) })

/** The beginning of the keys of all these reads. */
export const deliveryDatesKey = ['delivery-dates']

/** The days (`YYYY-MM-DD`) by which a parcel to a ZIP code can arrive, earliest first. */
export const deliveryDatesQuery = (zipCode: string) =>
  queryOptions({
    queryKey: [...deliveryDatesKey, zipCode],
    queryFn: ({ signal }) =>
      call('GET /api/delivery-dates', { query: { zipCode }, signal, expect: datesAnswer }),
    select: ({ dates }) => dates,
    staleTime: checkEveryMs,
  })

/** The dates in the cart that became impossible; the cart does not have them any more. */
export function useDateNews(): { dates: DateNews[]; dismissDates: () => void } {
  const cart = useSlot(cartSlot)
  const [dates, setDates] = useState<DateNews[]>([])
  const possible = useQueries({ queries: queriesOf(cart), combine })
  useEffect(() => {
    const known = new Map(zipCodesOf(cart).map((zipCode, index) => [zipCode, possible[index] ?? null]))
    const news = updateDatesInCart(known, cart)
    if (news.length > 0) setDates((former) => [...former, ...news])
  }, [possible, cart])
  return { dates, dismissDates: () => setDates([]) }
}

const zipCodesOf = (cart: CartItem[]) => [
  ...new Set(cart.flatMap(({ arriveBy, contactZipCode }) => (arriveBy ? [contactZipCode] : []))),
]

const queriesOf = (cart: CartItem[]) =>
  zipCodesOf(cart).map((zipCode) => ({
    ...deliveryDatesQuery(zipCode),
    refetchOnMount: 'always' as const,
    refetchOnWindowFocus: 'always' as const,
    refetchInterval: checkEveryMs,
  }))

const combine = (answers: { data: string[] | undefined }[]) => answers.map(({ data }) => data ?? null)
