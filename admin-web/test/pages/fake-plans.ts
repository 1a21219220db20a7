import type { Contact } from '@prankpost/contracts/contact'
import type { SentPranks } from '@prankpost/contracts/fulfilment'
import type { Prank } from '@prankpost/contracts/prank'
import type { PlanDraw, Subscription } from '@prankpost/contracts/subscription'
import { idOf } from '../samples.ts'
import type { FakeAnswer, FakeApi, FakeCall } from './fake-api.ts'

export const calls = {
  list: 'GET /api/admin/subscriptions',
  pranks: 'GET /api/pranks',
  targets: 'GET /api/admin/user-contacts/:id',
  sent: 'GET /api/admin/sent-pranks/:id',
  ship: 'POST /api/admin/ship-subscription-prank',
} as const

const names = [
  'Raw Potato',
  'Glitter of Doom',
  'Bag of Farts',
  'Fake Adoption Papers',
  'Mystery Sauce',
  'Dirty Sock',
]

const pranks = names.map(
  (name, i): Prank => ({
    id: idOf(11 + i),
    name,
    description: `${name} in a parcel.`,
    price: '4.99',
    tier: 'Standard',
    image: 'potato',
    picture: null,
    soldOut: false,
  }),
)

const targets = ['Ann Target', 'Bob Target', 'Cid Target', 'Dan Target'].map(
  (name, i): Contact => ({
    id: idOf(21 + i),
    name,
    address: `${i + 1} Main St`,
    address2: null,
    city: 'Springfield',
    state: 'IL',
    zipCode: '62701',
    profilePicture: 'hunk',
  }),
)

/** Plans and their parcels behind the fake API, as their services store them. Expects the newest first. */
export class FakePlans {
  all: Subscription[] = []
  pranks = pranks
  targets = targets
  sent: SentPranks = []
  /** What was drawn for each plan. */
  draw: PlanDraw = []
  /** The shipped parcels, by idempotency key. */
  left = new Map<string, FakeCall['body']>()

  /** Answers from these plans from now on. */
  on(api: FakeApi, all: Subscription[]) {
    Object.assign(this, { all: structuredClone(all), pranks, targets, sent: [], draw: [], left: new Map() })
    Object.assign(api.plans, {
      [calls.list]: ({ query }: FakeCall) => this.#list(query),
      [calls.pranks]: () => ({ body: this.pranks }),
      [calls.targets]: () => ({ body: this.targets }),
      [calls.sent]: () => ({ body: this.sent }),
      [calls.ship]: ({ body }: FakeCall) => this.ship(body),
    })
    for (const { stripeSubscriptionId } of all) {
      api.plans[`GET /api/admin/plan-draw/${stripeSubscriptionId}`] = () => ({ body: this.draw })
    }
  }

  /** Ships one parcel; a call with the same key returns the first answer. */
  ship(body: FakeCall['body']): FakeAnswer {
    const key = String(body.idempotencyKey)
    const plan = this.all.find(
      ({ stripeSubscriptionId }) => stripeSubscriptionId === body.stripeSubscriptionId,
    )
    if (!plan) return { status: 404, body: { message: 'This customer has no such plan with a paid month.' } }
    const before = this.left.get(key)
    if (before && (before.prankId !== body.prankId || before.contactId !== body.contactId)) {
      return { status: 409, body: { message: 'This parcel was shipped already, with another prank.' } }
    }
    if (!before && plan.parcelsDue === 0) {
      const message = `All ${plan.prankCount} pranks of this month have been shipped already.`
      return { status: 409, body: { message, code: 'conflict' } }
    }
    if (!before) {
      this.left.set(key, body)
      plan.parcelsDue -= 1
      plan.lastFulfillmentDate = new Date().toISOString()
      if (plan.parcelsDue === 0) plan.fulfillmentStatus = 'green'
    }
    return { status: 201, body: { shipmentId: idOf(1), parcelId: key, parcelsShipped: 1, parcelsTotal: 3 } }
  }

  #list(query: URLSearchParams): FakeAnswer {
    const [status, q = '', cursor] = ['status', 'q', 'cursor'].map((name) => query.get(name) ?? undefined)
    const found = this.all.filter(
      (plan) =>
        (status === 'all' || (status ? plan.status === status : plan.status !== 'cancelled')) &&
        [plan.id, plan.user.email, plan.user.lastName].some((text) => text.includes(q)),
    )
    const start = cursor ? found.findIndex(({ id }) => id === cursor) + 1 : 0
    const items = found.slice(start, start + Number(query.get('limit')))
    const isMore = start + items.length < found.length
    return { body: { items, total: found.length, nextCursor: (isMore && items.at(-1)?.id) || null } }
  }
}
