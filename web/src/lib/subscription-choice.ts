import { basePriceCents, maxPranksPerMonth } from '@prankpost/contracts/constants'
import { isRecord, parseJson } from '@prankpost/web-kit'
import { slot } from '@prankpost/web-kit/storage'

/** The plan that the customer has chosen before /subscribe; `pricePerMonth` is in dollars. */
export interface SubscriptionChoice {
  type: 'subscription'
  pranks: number
  pricePerMonth: number
  isAutomatic: true
}

/** The choice for this number of pranks a month. */
export function subscriptionChoiceOf(pranks: number): SubscriptionChoice {
  return { type: 'subscription', pranks, pricePerMonth: (pranks * basePriceCents) / 100, isAutomatic: true }
}

/** The choice that home and /subscribe share; null when there is none. */
export const subscriptionChoiceSlot = slot<SubscriptionChoice | null>({
  area: 'session',
  key: 'subscriptionData',
  empty: null,
  read: (text) => {
    const stored = parseJson(text)
    const pranks = isRecord(stored) ? stored.pranks : null
    const inRange =
      typeof pranks === 'number' && Number.isInteger(pranks) && pranks >= 1 && pranks <= maxPranksPerMonth
    return inRange ? subscriptionChoiceOf(pranks) : null
  },
})
