import { z } from 'zod'
import { agreementKinds, type Consent } from './consent.ts'
import { cents, formatCents, moneyString } from './money.ts'
import { objectId, timestamp } from './primitives.ts'

/** A consent and when it was given, as auth, order and subscription store it. It names no person. */
export interface StoredAgreement extends Consent {
  at: Date
}

const consent = z.object({
  kind: z.enum(agreementKinds),
  version: z.string().max(100),
  wording: z.string().max(1000),
})

/** A stored agreement, as the customer and the operator see it. */
export const agreement = consent.extend({
  /** The price that was shown; null for a sign-up. */
  price: moneyString.nullable(),
  /** How often it is charged; null when it is charged once. */
  interval: z.literal('month').nullable(),
  agreedAt: timestamp,
})
export type Agreement = z.infer<typeof agreement>

/** The agreement of an order, with the order it belongs to. */
export const orderAgreement = agreement.extend({ orderId: objectId, orderNumber: z.string() })
export type OrderAgreement = z.infer<typeof orderAgreement>

/** A stored agreement in an event. */
export const agreementInEvent = consent.extend({
  amountCents: cents.optional(),
  interval: z.literal('month').optional(),
  at: timestamp,
})

/** A stored agreement as responses show it. */
export const toAgreement = ({
  kind,
  version,
  wording,
  amountCents,
  interval,
  at,
}: StoredAgreement): Agreement => ({
  ...{ kind, version, wording },
  price: amountCents === undefined ? null : formatCents(amountCents),
  interval: interval ?? null,
  agreedAt: at.toISOString(),
})
