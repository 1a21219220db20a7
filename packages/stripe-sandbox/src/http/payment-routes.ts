import { Router } from 'express'
import { z } from 'zod'
import type { Checkout } from '../checkout.model.ts'
import { siblingId } from '../ids.ts'
import { toRefund } from '../objects/charge.ts'
import { expand, findObject } from '../objects/expand.ts'
import { toList } from '../objects/list.ts'
import { invalidRequest, noSuch } from '../stripe-error.ts'
import { type RefundDecision, refundPayment } from '../use-cases/refund-payment.ts'
import { answerOnce, answerRecorder, contextOf } from './api-call.ts'
import type { RouteDeps } from './deps.ts'
import { expandPaths, integer, metadata, oneOf, paging, readParams, text } from './form-params.ts'

const onlyExpand = z.strictObject({ expand: expandPaths })

const createRefund = z.strictObject({
  payment_intent: text(),
  amount: integer(1, 99_999_999).optional(),
  reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer').optional(),
  metadata: metadata.optional(),
  expand: expandPaths,
})

/** The list of the refunds of one payment. */
const listRefunds = z.strictObject({
  ...paging,
  payment_intent: text().optional(),
  charge: text().optional(),
})

/**
 * /v1/payment_intents, /v1/refunds and /v1/disputes.
 * @see https://docs.stripe.com/api/refunds
 * @see https://docs.stripe.com/api/disputes
 */
export function paymentRoutes({ ledger, now }: RouteDeps): Router {
  const { model: checkouts } = ledger
  const routes = Router()

  /** Adds the route that returns one object of a checkout, found by an indexed field. */
  const one = (path: string, noun: string, find: (id: string) => Record<string, string>) =>
    routes.get(`${path}/:id`, async (req, res) => {
      const { expand: paths } = readParams(onlyExpand, req.query)
      const { id } = req.params
      const checkout = await checkouts.findOne(find(id))
      const object = checkout && findObject(checkout, id)
      if (!object) throw noSuch(noun, id, noun === 'payment_intent' ? 'intent' : 'id')
      res.json(expand(object, paths, checkout))
    })

  one('/payment_intents', 'payment_intent', (id) => ({ 'payments.intentId': id }))
  one('/refunds', 'refund', (id) => ({ 'payments.refunds.id': id }))
  one('/disputes', 'dispute', (id) => ({ 'payments.disputes.id': id }))

  routes.post('/refunds', (req, res) =>
    answerOnce(req, res, async () => {
      const params = readParams(createRefund, req.body)
      const intentId = params.payment_intent
      const decide = refundPayment({
        intentId,
        amountCents: params.amount,
        reason: params.reason ?? null,
        metadata: params.metadata ?? {},
      })
      const render = (checkout: Checkout, { refundId }: RefundDecision) =>
        expand(findObject(checkout, refundId) ?? {}, params.expand, checkout)
      const context = contextOf(req, res, now())
      const find = { 'payments.intentId': intentId }
      const changed = await ledger.change(find, context, decide, answerRecorder(req, res, render))
      if (!changed) throw noSuch('payment_intent', intentId, 'payment_intent')
      return render(changed.document, changed.decision)
    }),
  )

  routes.get('/refunds', async (req, res) => {
    const params = readParams(listRefunds, req.query)
    const intentId = intentOf(params)
    const checkout = await checkouts.findOne({ 'payments.intentId': intentId })
    const payment = checkout?.payments.find((candidate) => candidate.intentId === intentId)
    if (!checkout || !payment) return void res.json(toList('/v1/refunds', []))
    const all = payment.refunds.map((refund) => toRefund(checkout, payment, refund)).reverse()
    const start = params.starting_after ? all.findIndex(({ id }) => id === params.starting_after) + 1 : 0
    const end = start + params.limit
    const page = toList('/v1/refunds', all.slice(start, end), all.length > end)
    res.json(expand(page, params.expand, checkout))
  })

  return routes
}

function intentOf({ payment_intent, charge }: z.output<typeof listRefunds>): string {
  if (payment_intent) return payment_intent
  if (charge) return siblingId('pi', charge)
  const message = 'One of the following params should be provided for this request: payment_intent or charge.'
  throw invalidRequest(message, 'payment_intent', 'parameter_missing')
}
