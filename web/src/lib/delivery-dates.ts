import { call, listOf, shape, text } from '@prankpost/web-kit'
import { useSlot } from '@prankpost/web-kit/storage'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type CartItem, cartSlot } from './cart.ts'

const checkEveryMs = 60_000

const datesAnswer = shape<{ dates: string[] }>({ dates: listOf(text) })

/** The beginning of the keys of all these reads. */
export const deliveryDatesKey = ['delivery-dates']

/** The days (`YYYY-MM-DD`) by which a parcel to a ZIP code can arrive, earliest first. */
export const deliveryDatesQuery = (zipCode: string) =>
  queryOptions({
    queryKey: [...deliveryDatesKey, zipCode],
    queryFn: async ({ signal }) => {
      const { dates } = await call('GET /api/delivery-dates', {
        query: { zipCode },
        signal,
        expect: datesAnswer,
      })
      return dates
    },
    staleTime: checkEveryMs,
  })

/** The possible days of all ZIP codes of items with a day. */
const cartDatesQuery = (zipCodes: string[]) =>
  queryOptions({
    queryKey: [...deliveryDatesKey, zipCodes],
    queryFn: ({ client }) =>
      Promise.all(
        zipCodes.map((zipCode) => client.fetchQuery({ ...deliveryDatesQuery(zipCode), staleTime: 0 })),
      ),
    enabled: zipCodes.length > 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    refetchInterval: checkEveryMs,
  })

/** The dates in the cart that became impossible; the cart does not have them any more. */
export function useDateNews(): { dates: DateNews[]; dismissDates: () => void } {
  const cart = useSlot(cartSlot)
  const [dates, setDates] = useState<DateNews[]>([])
  const { data } = useQuery(cartDatesQuery(zipCodesOf(cart)))
  useEffect(() => {
    const news = data
      ? updateDatesInCart(new Map(zipCodesOf(cart).map((zip, n) => [zip, data[n]])), cart)
      : []
    if (news.length > 0) setDates((former) => [...former, ...news])
  }, [data, cart])
  return { dates, dismissDates: () => setDates([]) }
}

const zipCodesOf = (cart: CartItem[]) => [
  ...new Set(cart.flatMap(({ arriveBy, contactZipCode }) => (arriveBy ? [contactZipCode] : []))),
]

/** Changes the day by which the item at this index is to arrive; null for as soon as possible. */
export function setArriveBy(index: number, day: string | null) {
  cartSlot.set(cartSlot.get().map((item, at) => (at === index ? withDay(item, day) : item)))
}

function withDay({ arriveBy: _former, ...item }: CartItem, day: string | null): CartItem {
  return day === null ? item : { ...item, arriveBy: day }
}

/** A day by which an item of the cart can no longer arrive. */
export interface DateNews {
  prankName: string
  contactName: string
  day: string
}

/** Removes days from the cart that are not among the possible ones of their ZIP code, and returns them. */
function updateDatesInCart(possible: Map<string, string[] | undefined>, cart: CartItem[]): DateNews[] {
  const news: DateNews[] = []
  const updated = cart.map((item) => {
    const { arriveBy: day, contactZipCode, prankName, contactName } = item
    if (!day || possible.get(contactZipCode)?.includes(day) !== false) return item
    news.push({ prankName, contactName, day })
    return withDay(item, null)
  })
  if (news.length > 0) cartSlot.set(updated)
  return news
}
