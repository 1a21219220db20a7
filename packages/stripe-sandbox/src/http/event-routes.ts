import { Router } from 'express'
import type { Filter } from 'mongodb'
import type Stripe from 'stripe'
import { z } from 'zod'
import { toList } from '../objects/list.ts'
import { invalidRequest, noSuch } from '../stripe-error.ts'
import type { StoredEvent } from '../webhooks/event-log.ts'
import type { RouteDeps } from './deps.ts'
import { integer, paging, readParams, text } from './form-params.ts'
import { pageOf } from './page-of.ts'

const moment = integer(0, 99_999_999_999)

const listEvents = z.strictObject({
  ...paging,
  type: text().optional(),
  types: z.array(text()).max(20).optional(),
  created: z
    .strictObject({
      gt: moment.optional(),
      gte: moment.optional(),
      lt: moment.optional(),
      lte: moment.optional(),
    })
    .optional(),
})

/** Returns a stored event as Stripe does: as it was sent, with the number of pending deliveries. */
export function toEvent(stored: StoredEvent): Stripe.EventBase {
  const event: Stripe.EventBase = JSON.parse(stored.body)
  event.pending_webhooks = stored.deliveries.some((delivery) => delivery.state === 'pending') ? 1 : 0
  return event
}

/** /v1/events. @see https://docs.stripe.com/api/events */
export function eventRoutes({ log: { events } }: RouteDeps): Router {
  const routes = Router()
  routes.get('/:id', async (req, res) => {
    const stored = await events.findOne({ _id: req.params.id })
    if (!stored) throw noSuch('event', req.params.id)
    res.json(toEvent(stored))
  })

  routes.get('/', async (req, res) => {
    const { limit, starting_after, type, types, created } = readParams(listEvents, req.query)
    if (type && types) throw invalidRequest('You may only specify one of these parameters: type, types.')
    const wanted = types ?? (type ? [type] : [])
    const filter: Filter<StoredEvent> = {}
    if (wanted.length > 0) filter.type = { $in: wanted }
    if (created) filter.createdAt = within(created)

    const after = starting_after ? await events.findOne({ _id: starting_after }) : null
    if (starting_after && !after) throw noSuch('event', starting_after, 'starting_after')
    const page = await pageOf(events, filter, 'createdAt', {
      limit,
      after: after && { time: after.createdAt, id: after._id },
    })
    res.json(toList('/v1/events', page.items.map(toEvent), page.hasMore))
  })

  return routes
}

/** Stripe compares whole seconds, so "after 5" begins at 6 and "up to 5" ends just before 6. */
function within({ gt, gte, lt, lte }: { [bound in 'gt' | 'gte' | 'lt' | 'lte']?: number | undefined }) {
  const from = Math.max(gte ?? 0, gt === undefined ? 0 : gt + 1)
  const until = Math.min(lt ?? Number.MAX_SAFE_INTEGER, lte === undefined ? Number.MAX_SAFE_INTEGER : lte + 1)
  return { $gte: new Date(from * 1000), $lt: new Date(Math.min(until * 1000, 8.64e15)) }
}
