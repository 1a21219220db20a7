import { type Request, Router } from 'express'
import type { Filter } from 'mongodb'
import { z } from 'zod'
import type { Checkout } from '../checkout.model.ts'
import { findObject } from '../objects/expand.ts'
import { noSuch } from '../stripe-error.ts'
import type { Context, Decision } from '../use-cases/context.ts'
import { closeDispute, type DisputeDecision, disputePayment } from '../use-cases/dispute-payment.ts'
import { type RefundDecision, refundPayment, settleRefund } from '../use-cases/refund-payment.ts'
import { settlePayment } from '../use-cases/settle-payment.ts'
import type { RouteDeps } from './deps.ts'
import { readParams } from './form-params.ts'

const flag = z.stringbool().or(z.boolean())
const refund = z.strictObject({ amount: z.coerce.number().int().min(1).max(99_999_999).nullish() })
const dispute = z.strictObject({ reason: z.string().min(1).max(100).default('fraudulent') })
const close = z.strictObject({ won: flag })
const settle = z.strictObject({ succeeded: flag.default(true) })
const nothing = z.strictObject({})

/** The endpoints of a payment's later life: /test/payments/:id (a payment intent), /test/refunds/:id, /test/disputes/:id. */
export function testPaymentRoutes({ ledger, now }: RouteDeps): Router {
  const routes = Router()

  /** Adds a route that changes the checkout found by an indexed field, and returns the object that the change names. */
  function on<D extends Decision>(
    path: string,
    noun: string,
    find: (id: string) => Filter<Checkout>,
    act: (
      id: string,
      body: unknown,
    ) => {
      decide: (checkout: Checkout, context: Context) => D
      shown: (decision: D) => string
    },
  ): void {
    routes.post(path, async (req: Request<{ id: string }>, res) => {
      const { id } = req.params
      const { decide, shown } = act(id, req.body)
      const changed = await ledger.change(find(id), { now: now(), request: null }, decide)
      if (!changed) throw noSuch(noun, id)
      res.json(findObject(changed.document, shown(changed.decision)))
    })
  }
  const byIntent = (id: string) => ({ 'payments.intentId': id })

  on('/payments/:id/refund', 'payment_intent', byIntent, (intentId, body) => {
    const { amount } = readParams(refund, body)
    const amountCents = amount ?? undefined
    return {
      decide: refundPayment({ intentId, amountCents, reason: 'requested_by_customer', metadata: {} }),
      shown: ({ refundId }: RefundDecision) => refundId,
    }
  })
  on('/payments/:id/dispute', 'payment_intent', byIntent, (intentId, body) => ({
    decide: disputePayment(intentId, readParams(dispute, body).reason),
    shown: ({ disputeId }: DisputeDecision) => disputeId,
  }))
  on('/payments/:id/settle', 'payment_intent', byIntent, (intentId, body) => ({
    decide: settlePayment(intentId, readParams(settle, body).succeeded),
    shown: () => intentId,
  }))
  on(
    '/refunds/:id/settle',
    'refund',
    (id) => ({ 'payments.refunds.id': id }),
    (refundId, body) => {
      readParams(nothing, body)
      return { decide: settleRefund(refundId), shown: () => refundId }
    },
  )
  on(
    '/disputes/:id/close',
    'dispute',
    (id) => ({ 'payments.disputes.id': id }),
    (disputeId, body) => ({
      decide: closeDispute(disputeId, readParams(close, body).won),
      shown: () => disputeId,
    }),
  )

  return routes
}
