import { type Request, type Response, Router } from 'express'
import type { Filter } from 'mongodb'
import { z } from 'zod'
import type { Checkout } from '../checkout.model.ts'
import { defaultCard } from '../customer.model.ts'
import { expand } from '../objects/expand.ts'
import { toList } from '../objects/list.ts'
import { toSession } from '../objects/session.ts'
import { noSuch } from '../stripe-error.ts'
import { expireSession } from '../use-cases/close-session.ts'
import { openSession } from '../use-cases/open-session.ts'
import { answerOnce, answerRecorder, contextOf } from './api-call.ts'
import type { RouteDeps } from './deps.ts'
import { expandPaths, readParams } from './form-params.ts'
import { pageOf } from './page-of.ts'
import { listSessions, readCreateSession } from './session-params.ts'

const onlyExpand = z.strictObject({ expand: expandPaths })

/** /v1/checkout/sessions. @see https://docs.stripe.com/api/checkout/sessions */
export function sessionRoutes({ ledger, customerLedger, publicUrl, now }: RouteDeps): Router {
  const { model: checkouts } = ledger
  const routes = Router()

  routes.post('/', (req, res) =>
    answerOnce(req, res, async () => {
      const context = contextOf(req, res, now())
      const params = readCreateSession(req.body)
      const customer = params.customer ? await knownCustomer(params.customer) : null
      const checkout = openSession(params, customer, { now: context.now, publicUrl })
      const session = expand(toSession(checkout), params.expand, checkout)
      await ledger.open(
        checkout,
        { events: [] },
        context,
        answerRecorder(req, res, () => session),
      )
      return session
    }),
  )

  routes.get('/', async (req, res) => {
    const { limit, starting_after, ...filters } = readParams(listSessions, req.query)
    const after = starting_after ? await sessionById(starting_after, 'starting_after') : null
    const page = await pageOf(checkouts, filterOf(filters), 'createdAt', {
      limit,
      after: after && { time: after.createdAt, id: after._id },
    })
    const sessions = page.items.map((checkout) => ({ checkout, session: toSession(checkout) }))
    for (const { checkout, session } of sessions) expand({ data: [session] }, filters.expand, checkout)
    res.json(
      toList(
        '/v1/checkout/sessions',
        sessions.map((one) => one.session),
        page.hasMore,
      ),
    )
  })

  routes.get('/:id', async (req, res) => {
    const { expand: paths } = readParams(onlyExpand, req.query)
    const checkout = await sessionById(req.params.id)
    res.json(expand(toSession(checkout), paths, checkout))
  })

  routes.post('/:id/expire', (req: Request<{ id: string }>, res: Response) =>
    answerOnce(req, res, async () => {
      const { expand: paths } = readParams(onlyExpand, req.body)
      const render = (checkout: Checkout) => expand(toSession(checkout), paths, checkout)
      const context = contextOf(req, res, now())
      const changed = await ledger.change(
        { _id: req.params.id },
        context,
        expireSession,
        answerRecorder(req, res, render),
      )
      if (!changed) throw noSuch('checkout.session', req.params.id, 'session')
      return render(changed.document)
    }),
  )

  async function sessionById(id: string, param = 'session'): Promise<Checkout> {
    const checkout = await ledger.read(id)
    if (!checkout) throw noSuch('checkout.session', id, param)
    return checkout
  }

  async function knownCustomer(id: string): Promise<Checkout['customer']> {
    const customer = await customerLedger.read(id)
    if (!customer) throw noSuch('customer', id, 'customer')
    const card = defaultCard(customer)
    return { id, email: customer.email, createdAt: customer.createdAt, ...(card && { card }) }
  }

  return routes
}

function filterOf(wanted: Pick<z.output<typeof listSessions>, 'payment_intent' | 'status'>) {
  const filter: Filter<Checkout> = {}
  // A plan's payment intents belong to its invoices, not to the session.
  if (wanted.payment_intent)
    Object.assign(filter, { mode: 'payment', 'payments.intentId': wanted.payment_intent })
  if (wanted.status) filter.status = wanted.status
  return filter
}
