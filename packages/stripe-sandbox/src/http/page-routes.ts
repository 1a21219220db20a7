import { type Request, type Response, Router, urlencoded } from 'express'
import { z } from 'zod'
import { declined } from '../objects/payment.ts'
import { successAddress } from '../objects/session.ts'
import { StripeApiError } from '../stripe-error.ts'
import { testCardOf } from '../test-cards.ts'
import { paySession } from '../use-cases/pay-session.ts'
import type { RouteDeps } from './deps.ts'
import { type CardProblem, sessionPage, unknownPage } from './page.html.ts'

/** What a form for a card number sends. */
export const cardInput = z.object({ card: z.string().max(40).catch('') })

const notATestCard =
  'That is not a test card number. Use 4242 4242 4242 4242 to pay, or 4000 0000 0000 0002 to see a decline.'

/** The hosted payment page, /c/pay/:id: plain HTML that works without scripts. */
export function pageRoutes({ ledger, now }: RouteDeps): Router {
  const routes = Router()

  routes.get('/:id', async (req, res) => {
    const checkout = await ledger.model.findOne({ _id: req.params.id })
    html(res, checkout ? 200 : 404, checkout ? sessionPage(checkout) : unknownPage())
  })

  routes.post(
    '/:id',
    urlencoded({ extended: false, limit: '4kb' }),
    async (req: Request<{ id: string }>, res) => {
      const { card } = cardInput.parse(req.body ?? {})
      const find = { _id: req.params.id }
      const checkout = await ledger.model.findOne(find)
      if (!checkout) return html(res, 404, unknownPage())
      const showAgain = (problem: CardProblem) => html(res, 200, sessionPage(checkout, problem))
      if (checkout.status === 'open' && !testCardOf(card)) {
        return showAgain({ message: notATestCard, card })
      }

      try {
        const paid = await ledger.change(find, { now: now(), request: null }, paySession(card))
        if (paid?.decision.refusal) throw paid.decision.refusal
        res.redirect(303, successAddress(checkout))
      } catch (error) {
        if (!(error instanceof StripeApiError)) throw error
        if (error.body.code === 'card_declined') return showAgain({ message: declined, card })
        html(res, 200, sessionPage({ ...checkout, status: 'expired' }))
      }
    },
  )

  return routes
}

/** Answers with a page that loads nothing. */
export function html(res: Response, status: number, body: string): void {
  res.status(status)
  res.set({
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  res.type('html').send(body)
}
