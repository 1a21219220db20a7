import { type Request, type Response, Router } from 'express'
import type Stripe from 'stripe'
import { z } from 'zod'
import type { PortalSession, StoredCustomer } from '../customer.model.ts'
import { newId, randomText, siblingId } from '../ids.ts'
import { draft } from '../objects/event.ts'
import { seconds } from '../objects/money.ts'
import { cardsOf, toPaymentMethod } from '../objects/payment-method.ts'
import { noSuch } from '../stripe-error.ts'
import { renderCustomer } from '../use-cases/replace-card.ts'
import { answerOnce, answerRecorder, contextOf } from './api-call.ts'
import type { RouteDeps } from './deps.ts'
import { address, email, expandPaths, metadata, oneOf, readParams, text } from './form-params.ts'

const onlyExpand = z.strictObject({ expand: expandPaths })
const createCustomer = z.strictObject({
  email: email.optional(),
  metadata: metadata.optional(),
  expand: expandPaths,
})
const updateCustomer = z.strictObject({
  email: email.optional(),
  invoice_settings: z.strictObject({ default_payment_method: text() }).optional(),
  expand: expandPaths,
})
const createPortal = z.strictObject({
  customer: text(),
  return_url: address.optional(),
  flow_data: z
    .strictObject({
      type: oneOf('payment_method_update'),
      after_completion: z
        .strictObject({ type: oneOf('redirect'), redirect: z.strictObject({ return_url: address }) })
        .optional(),
    })
    .optional(),
  expand: expandPaths,
})

/**
 * /v1/customers, /v1/payment_methods and /v1/billing_portal/sessions.
 * @see https://docs.stripe.com/api/customers
 * @see https://docs.stripe.com/api/customer_portal/sessions
 */
export function customerRoutes({ ledger, customerLedger, now, publicUrl }: RouteDeps): Router {
  const routes = Router()

  routes.post('/customers', (req, res) =>
    answerOnce(req, res, async () => {
      const params = readParams(createCustomer, req.body)
      const context = contextOf(req, res, now())
      const customer: StoredCustomer = {
        _id: newId('cus'),
        version: 0,
        email: params.email ?? null,
        metadata: params.metadata ?? {},
        createdAt: context.now,
        cards: [],
        cardId: null,
        requests: [],
        outbox: [],
      }
      const created = draft('customer.created', renderCustomer(customer))
      await customerLedger.open(
        customer,
        { events: [created] },
        context,
        answerRecorder(req, res, renderCustomer),
      )
      return renderCustomer(customer)
    }),
  )

  routes.get('/customers/:id', async (req, res) => {
    readParams(onlyExpand, req.query)
    const customer = await customerLedger.read(req.params.id)
    if (!customer) throw noSuch('customer', req.params.id)
    res.json(renderCustomer(customer))
  })

  routes.post('/customers/:id', (req: Request<{ id: string }>, res: Response) =>
    answerOnce(req, res, async () => {
      const params = readParams(updateCustomer, req.body)
      const decide = (customer: StoredCustomer) => {
        const cardId = params.invoice_settings?.default_payment_method
        if (cardId !== undefined && !customer.cards.some(({ id }) => id === cardId)) {
          throw noSuch('PaymentMethod', cardId, 'invoice_settings[default_payment_method]')
        }
        customer.email = params.email ?? customer.email
        customer.cardId = cardId ?? customer.cardId
        return { events: [draft('customer.updated', renderCustomer(customer))] }
      }
      const context = contextOf(req, res, now())
      const recorder = answerRecorder(req, res, renderCustomer)
      const changed = await customerLedger.change(req.params.id, context, decide, recorder)
      if (!changed) throw noSuch('customer', req.params.id)
      return renderCustomer(changed.document)
    }),
  )

  routes.get('/payment_methods/:id', async (req, res) => {
    readParams(onlyExpand, req.query)
    const { id } = req.params
    const customer = await customerLedger.model.findOne({ 'cards.id': id })
    const attached = customer?.cards.find((card) => card.id === id)
    if (customer && attached) return void res.json(toPaymentMethod(attached, customer._id))
    const checkout = await ledger.model.findOne({ 'payments.intentId': siblingId('pi', id) })
    const card = checkout && cardsOf(checkout).find((one) => one.id === id)
    if (!checkout || !card) throw noSuch('PaymentMethod', id, 'payment_method')
    res.json(toPaymentMethod(card, checkout.customer?.id ?? null))
  })

  routes.post('/billing_portal/sessions', async (req, res) => {
    const params = readParams(createPortal, req.body)
    if (!(await customerLedger.read(params.customer))) throw noSuch('customer', params.customer, 'customer')
    const createdAt = now()
    const flow = params.flow_data
    const redirectUrl = flow?.after_completion?.redirect.return_url ?? null
    const session: PortalSession = {
      _id: `bps_${randomText(40)}`,
      customerId: params.customer,
      returnUrl: params.return_url ?? null,
      createdAt,
      ...(flow && { flow: { type: flow.type, redirectUrl } }),
    }
    await customerLedger.portals.insertOne(session)
    res.json({
      id: session._id,
      object: 'billing_portal.session',
      configuration: 'bpc_sandbox',
      created: seconds(createdAt),
      customer: session.customerId,
      customer_account: null,
      flow: flowOf(session),
      livemode: false,
      locale: null,
      on_behalf_of: null,
      return_url: session.returnUrl,
      url: `${publicUrl}/p/session/${session._id}`,
    })
  })

  return routes
}

function flowOf({ flow }: PortalSession): Stripe.BillingPortal.Session.Flow | null {
  if (!flow) return null
  const { type, redirectUrl } = flow
  return {
    type,
    after_completion: {
      type: redirectUrl === null ? 'portal_homepage' : 'redirect',
      redirect: redirectUrl === null ? null : { return_url: redirectUrl },
      hosted_confirmation: null,
    },
    customer_update: null,
    subscription_cancel: null,
    subscription_pause: null,
    subscription_update: null,
    subscription_update_confirm: null,
  }
}
