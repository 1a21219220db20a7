import { type Request, type Response, Router } from 'express'
import type { Filter } from 'mongodb'
import { z } from 'zod'
import type { Checkout } from '../checkout.model.ts'
import { expand, findObject } from '../objects/expand.ts'
import { toInvoice, toInvoicePayments } from '../objects/invoice.ts'
import { toList } from '../objects/list.ts'
import { toSubscription } from '../objects/subscription.ts'
import { noSuch } from '../stripe-error.ts'
import { payInvoice } from '../use-cases/bill-plan.ts'
import { cancelPlan, type PlanChange, planOf, updatePlan } from '../use-cases/change-plan.ts'
import { answerOnce, answerRecorder, contextOf } from './api-call.ts'
import type { RouteDeps } from './deps.ts'
import { expandPaths, integer, metadata, oneOf, paging, readParams, text } from './form-params.ts'
import { pageOf } from './page-of.ts'

const onlyExpand = z.strictObject({ expand: expandPaths })

const cancelSubscription = z.strictObject({
  cancellation_details: z.strictObject({ comment: text() }).optional(),
  expand: expandPaths,
})

const changedItem = z.strictObject({
  id: text(),
  quantity: integer(1, 999_999).optional(),
  price_data: z.strictObject({
    currency: text(3),
    product: text(),
    unit_amount: integer(0, 99_999_999),
    recurring: z.strictObject({ interval: oneOf('month') }),
  }),
})

const updateSubscription = z.strictObject({
  metadata: metadata.optional(),
  items: z.array(changedItem).min(1).max(20).optional(),
  // Nothing is prorated here, so that another behaviour is an error.
  proration_behavior: oneOf('none').optional(),
  pause_collection: z
    .strictObject({ behavior: oneOf('void'), resumes_at: integer(0, 99_999_999_999).optional() })
    .or(z.literal(''))
    .optional(),
  default_payment_method: text().optional(),
  expand: expandPaths,
})

const payInvoiceParams = z.strictObject({ payment_method: text().optional(), expand: expandPaths })

/** The list of the plans that have not ended. */
const listSubscriptions = z.strictObject({ limit: paging.limit })

/** The list of the invoices of one plan. */
const listInvoices = z.strictObject({ ...paging, subscription: text() })

/** The list of the invoice that a payment intent pays. */
const listInvoicePayments = z.strictObject({
  ...paging,
  payment: z.strictObject({ type: oneOf('payment_intent'), payment_intent: text() }),
})

/** /v1/subscriptions, /v1/invoices and /v1/invoice_payments. @see https://docs.stripe.com/api/subscriptions */
export function planRoutes({ ledger, now }: RouteDeps): Router {
  const { model: checkouts } = ledger
  const routes = Router()
  const render = (checkout: Checkout, paths: string[]) =>
    expand(toSubscription(checkout, planOf(checkout)), paths, checkout)

  routes.get('/subscriptions/:id', async (req, res) => {
    const { expand: paths } = readParams(onlyExpand, req.query)
    res.json(render(await checkoutOfPlan(req.params.id), paths))
  })

  routes.post('/subscriptions/:id', (req: Request<{ id: string }>, res: Response) =>
    answerOnce(req, res, async () => {
      const params = readParams(updateSubscription, req.body)
      const decide = updatePlan(changeOf(params))
      const recorder = answerRecorder(req, res, (checkout: Checkout) => render(checkout, params.expand))
      const find = { 'plan.id': req.params.id }
      const changed = await ledger.change(find, contextOf(req, res, now()), decide, recorder)
      if (!changed) throw noSuch('subscription', req.params.id)
      return render(changed.document, params.expand)
    }),
  )

  routes.delete('/subscriptions/:id', async (req, res) => {
    // The official client sends a DELETE's parameters in the query string, other clients in the body.
    const params = readParams(cancelSubscription, { ...req.query, ...req.body })
    const decide = cancelPlan(params.cancellation_details?.comment ?? null)
    const changed = await ledger.change({ 'plan.id': req.params.id }, contextOf(req, res, now()), decide)
    if (!changed) throw noSuch('subscription', req.params.id)
    res.json(render(changed.document, params.expand))
  })

  routes.get('/subscriptions', async (req, res) => {
    const { limit } = readParams(listSubscriptions, req.query)
    const running: Filter<Checkout> = { 'plan.status': { $in: ['active', 'past_due'] } }
    const page = await pageOf(checkouts, running, 'plan.createdAt', { limit, after: null })
    const plans = page.items.map((checkout) => toSubscription(checkout, planOf(checkout)))
    res.json(toList('/v1/subscriptions', plans, page.hasMore))
  })

  routes.get('/invoices/:id', async (req, res) => {
    const { expand: paths } = readParams(onlyExpand, req.query)
    const { id } = req.params
    const checkout = await checkouts.findOne({ 'plan.invoices.id': id })
    const plan = checkout?.plan
    const invoice = plan?.invoices.find((one) => one.id === id)
    if (!checkout || !plan || !invoice) throw noSuch('invoice', id, 'invoice')
    res.json(expand(toInvoice(checkout, plan, invoice), paths, checkout))
  })

  routes.post('/invoices/:id/pay', (req: Request<{ id: string }>, res: Response) =>
    answerOnce(req, res, async () => {
      const { id } = req.params
      const { payment_method, expand: paths } = readParams(payInvoiceParams, req.body)
      const show = (checkout: Checkout) => expand(findObject(checkout, id) ?? {}, paths, checkout)
      const recorder = answerRecorder(req, res, show)
      const find = { 'plan.invoices.id': id }
      const paid = await ledger.change(
        find,
        contextOf(req, res, now()),
        payInvoice(id, payment_method),
        recorder,
      )
      if (!paid) throw noSuch('invoice', id, 'invoice')
      if (paid.decision.refusal) throw paid.decision.refusal
      return show(paid.document)
    }),
  )

  routes.get('/invoices', async (req, res) => {
    const params = readParams(listInvoices, req.query)
    const checkout = await checkouts.findOne({ 'plan.id': params.subscription })
    if (!checkout) throw noSuch('subscription', params.subscription, 'subscription')
    const plan = planOf(checkout)
    const all = plan.invoices.map((invoice) => toInvoice(checkout, plan, invoice)).reverse()
    const start = params.starting_after
      ? all.findIndex((invoice) => invoice.id === params.starting_after) + 1
      : 0
    const page = toList(
      '/v1/invoices',
      all.slice(start, start + params.limit),
      all.length > start + params.limit,
    )
    res.json(expand(page, params.expand, checkout))
  })

  routes.get('/invoice_payments', async (req, res) => {
    const params = readParams(listInvoicePayments, req.query)
    const intentId = params.payment.payment_intent
    const checkout = await checkouts.findOne({ 'payments.intentId': intentId })
    const invoice = checkout?.plan?.invoices.find((one) => one.paymentIntentId === intentId)
    if (!checkout || !invoice) return void res.json(toList('/v1/invoice_payments', []))
    res.json(expand(toInvoicePayments(checkout, invoice), params.expand, checkout))
  })

  async function checkoutOfPlan(id: string): Promise<Checkout> {
    const checkout = await checkouts.findOne({ 'plan.id': id })
    if (!checkout) throw noSuch('subscription', id)
    return checkout
  }

  return routes
}

function changeOf({
  items,
  pause_collection: pause,
  ...params
}: z.output<typeof updateSubscription>): PlanChange {
  const resumesAt = typeof pause === 'object' && pause.resumes_at ? new Date(pause.resumes_at * 1000) : null
  return {
    metadata: params.metadata,
    methodId: params.default_payment_method,
    pause: typeof pause === 'object' ? { resumesAt } : pause,
    prices: items?.map(({ id, quantity, price_data }) => ({
      itemId: id,
      unitAmountCents: price_data.unit_amount,
      quantity,
    })),
  }
}
