import { Router } from 'express'
import type { Filter } from 'mongodb'
import type Stripe from 'stripe'
import { z } from 'zod'
import { toList } from '../objects/list.ts'
import { noSuch } from '../stripe-error.ts'
import type { StoredEvent } from '../webhooks/event-log.ts'
import type { RouteDeps } from './deps.ts'
import { integer, paging, readParams, text } from './form-params.ts'
import { pageOf } from './page-of.ts'

const moment = integer(0, 99_999_999_999)
const dateOf = (seconds: number) => new Date(seconds * 1000)

const listEvents = z.strictObject({
  ...paging,
  types: z.array(text()).max(20).optional(),
  created: z.strictObject({ gte: moment, lt: moment }).optional(),
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
  routes.get('/', async (req, res) => {
    const { limit, starting_after, types, created } = readParams(listEvents, req.query)
    const filter: Filter<StoredEvent> = {}
    if (types) filter.type = { $in: types }
    if (created) filter.createdAt = { $gte: dateOf(created.gte), $lt: dateOf(created.lt) }

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
