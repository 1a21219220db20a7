import { type Request, Router, urlencoded } from 'express'
import { defaultCard } from '../customer.model.ts'
import { StripeApiError } from '../stripe-error.ts'
import { testCardOf } from '../test-cards.ts'
import { replaceCard } from '../use-cases/replace-card.ts'
import type { RouteDeps } from './deps.ts'
import type { CardProblem } from './page.html.ts'
import { unknownPage } from './page.html.ts'
import { cardInput, html } from './page-routes.ts'
import { portalPage } from './portal.html.ts'

/** The hosted billing portal, /p/session/:id: shows the card for renewals and replaces it, without scripts. */
export function portalRoutes({ ledger, customerLedger, now }: RouteDeps): Router {
  const routes = Router()

  /** What the page shows; null for an unknown session. */
  async function read(id: string) {
    const session = await customerLedger.portals.findOne({ _id: id })
    const customer = session && (await customerLedger.read(session.customerId))
    if (!session || !customer) return null
    // Without a default card, the card of the customer's newest plan pays.
    const newest = await ledger.model.findOne(
      { 'customer.id': customer._id, 'plan.id': { $exists: true } },
      { sort: { createdAt: -1, _id: -1 } },
    )
    const lastFour = defaultCard(customer)?.lastFour ?? newest?.payments[0]?.card ?? null
    return { session, customer, lastFour }
  }

  routes.get('/:id', async (req, res) => {
    const shown = await read(req.params.id)
    const isSaved = req.query.saved === '1'
    html(res, shown ? 200 : 404, shown ? portalPage({ ...shown, isSaved }) : unknownPage())
  })

  routes.post(
    '/:id',
    urlencoded({ extended: false, limit: '4kb' }),
    async (req: Request<{ id: string }>, res) => {
      const { card } = cardInput.parse(req.body ?? {})
      const shown = await read(req.params.id)
      if (!shown) return html(res, 404, unknownPage())
      const showAgain = (problem: CardProblem) => html(res, 200, portalPage({ ...shown, problem }))
      if (!testCardOf(card)) return showAgain({ message: 'That is not a test card number.', card })
      try {
        const context = { now: now(), request: null }
        await customerLedger.change(shown.customer._id, context, replaceCard(card, context.now))
        const { _id, flow } = shown.session
        res.redirect(303, flow?.redirectUrl ?? `/p/session/${_id}?saved=1`)
      } catch (error) {
        if (!(error instanceof StripeApiError)) throw error
        showAgain({ message: error.message, card })
      }
    },
  )

  return routes
}
