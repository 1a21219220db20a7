import type { Prank } from '@prankpost/contracts/prank'
import { useSlot } from '@prankpost/web-kit/storage'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { cartSlot } from './cart.ts'
import { type PriceNews, updatePricesInCart } from './cart-changes.ts'
import { type DateNews, useDateNews } from './delivery-dates.ts'
import { pranksQuery } from './pranks.ts'

const checkEveryMs = 15_000

/** What differs between the cart and the shop. */
export interface CatalogNews {
  /** Prices that have changed; the cart already has the new ones. */
  prices: PriceNews[]
  /** Days by which items can no longer arrive; the cart does not have them any more. */
  dates: DateNews[]
  /** The names of pranks in the cart that are not on sale any more. */
  missing: string[]
  /** The names of pranks in the cart that are sold out. */
  soldOut: string[]
  /** Today's pranks by id; empty until they are loaded. */
  pranks: Map<string, Prank>
  dismiss: () => void
}

/**
 * Compares the cart with the pranks on sale and the possible dates: when its page opens, when the customer returns to it, and
 * every 15 s (dates: every minute). The cart gets the new prices, and loses dates that are not possible; the page announces them, so that the customer knows them before the payment.
 */
export function useCatalogNews(): CatalogNews {
  const cart = useSlot(cartSlot)
  const [prices, setPrices] = useState<PriceNews[]>([])
  const { dates, dismissDates } = useDateNews()
  const { data } = useQuery({
    ...pranksQuery,
    enabled: cart.length > 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    refetchInterval: checkEveryMs,
  })
  useEffect(() => {
    const news = data ? updatePricesInCart(data, cart) : []
    if (news.length > 0) setPrices((former) => merge(former, news))
  }, [data, cart])
  const pranks = new Map(data?.map((prank) => [prank.id, prank]))
  const namesOf = (items: typeof cart) => [...new Set(items.map(({ prankName }) => prankName))]
  return {
    prices,
    dates,
    missing: data ? namesOf(cart.filter(({ prankId }) => !pranks.has(prankId))) : [],
    soldOut: namesOf(cart.filter(({ prankId }) => pranks.get(prankId)?.soldOut)),
    pranks,
    dismiss: () => {
      setPrices([])
      dismissDates()
    },
  }
}

/** A price that changed twice is announced once, from the price that the customer saw first. */
function merge(former: PriceNews[], news: PriceNews[]): PriceNews[] {
  const before = new Map(former.map((one) => [one.prankId, one.from]))
  const changed = new Set(news.map(({ prankId }) => prankId))
  const merged = news.map((one) => ({ ...one, from: before.get(one.prankId) ?? one.from }))
  return [...former.filter(({ prankId }) => !changed.has(prankId)), ...merged].filter(
    ({ from, to }) => from !== to,
  )
}
