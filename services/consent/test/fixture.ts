import { type addressesCheck, addressesChecked, type ParcelsHold, parcelsHeld } from '@prankpost/contracts'
import { createEmitter } from '@prankpost/messaging'
import { notFound, unavailable } from '@prankpost/service-kit'
import { newId, standInClient, startServiceForTest } from '@prankpost/service-kit/testing'
import { testNamespace } from '@prankpost/test-harness'
import type { z } from 'zod'
import { service } from '../src/service.ts'

/** The address of most tests. */
export const burrow = {
  address: '12 North Burrow Street',
  address2: 'Apt 4B',
  city: 'Springfield',
  state: 'OR',
  zipCode: '97477',
}
/** The place of it, as other services send it. */
export const place = { address: burrow.address, address2: burrow.address2, zipCode: burrow.zipCode }

/** A prank as catalog knows it. */
export const potato = {
  prankId: 'a0'.repeat(12),
  name: 'Raw Potato',
  description: 'One real, raw potato.',
  priceCents: 499,
  tier: 'Standard',
  image: 'potato',
  onSale: true,
  isCounted: false,
  revision: 1,
  left: null,
  contents: 'One potato.',
  allergens: 'None.',
}

let houses = 0
/** An address that no other test uses. */
export const newPlace = () => ({ address: `${++houses} Warren Lane`, address2: null, zipCode: '97477' })

/** Consent with its own database and queues; a test sets where the parcels of slips went. */
export async function startFixture(env: Record<string, string | number> = {}) {
  const { drop, ...space } = testNamespace()
  const state = {
    now: () => new Date(),
    slips: new Map<string, object>(),
    /** The parcels of slips, as fulfilment knows them; without an owner's name. */
    parcels: new Map<string, { slip: object; sender: object }>(),
    accounts: new Map<string, { email: string; firstName: string }>(),
    isFulfilmentDown: false,
    isCatalogDown: false,
    /** What order answers to what recipients read, guess and send; it may throw. */
    recipient: (_path: string, _body: unknown): unknown => ({ page: null }),
  }
  const fulfilment = standInClient({
    get(path) {
      if (state.isFulfilmentDown) throw unavailable()
      const { pathname, searchParams } = new URL(path, 'http://fulfilment')
      const reference = searchParams.get('reference') ?? ''
      const parcel = state.parcels.get(reference)
      if (pathname === '/internal/slips') return { slip: parcel?.slip ?? null }
      if (pathname === '/internal/parcel-senders') return { sender: parcel?.sender ?? null }
      return { place: state.slips.get(reference) ?? null }
    },
  })
  const auth = {
    get(path: string) {
      const account = state.accounts.get(path.split('/').at(-1) ?? '')
      if (account === undefined) throw notFound('There is no such account.')
      return { ...account, emailVerified: true, mailsOff: [] }
    },
  }
  const order = standInClient({ post: (path, body) => state.recipient(path, body) })
  const catalog = standInClient({
    get(path) {
      if (state.isCatalogDown || !path.startsWith('/internal/pranks')) throw unavailable()
      return [potato]
    },
  })
  const start = (own: Record<string, string | number> = {}) =>
    startServiceForTest(service, space, {
      env: {
        ADDRESS_KEY: 'the key of this test',
        DO_NOT_PRANK_LIMIT: 1_000,
        DO_NOT_PRANK_EMAIL_LIMIT: 1_000,
        ...env,
        ...own,
      },
      auth,
      others: { fulfilment, catalog, order },
      now: () => state.now(),
    })
  const consent = await start()
  const asOrder = consent.clientFor('order')
  const request = async (over: object = {}) =>
    (
      await consent.call('POST', '/api/do-not-prank', {
        body: { ...burrow, email: 'pat@example.com', ...over },
      })
    ).body.requestId as string
  const codeOf = (requestId: string) => consent.deps.digests.code(requestId, 8)
  const confirm = (requestId: string, code: string) =>
    consent.call('POST', '/api/do-not-prank/confirm', { body: { requestId, code } })
  return {
    ...consent,
    state,
    start,
    request,
    codeOf,
    confirm,
    /** Puts an address on the list. */
    async list(over: object = {}) {
      const id = await request(over)
      await confirm(id, codeOf(id))
    },
    /** The verdicts on addresses, as order asks for them. */
    check: async (places: object[], senderId: string | null = newId(), isOneOrder = true) =>
      (
        await asOrder.post('/internal/addresses/check', addressesChecked, {
          senderId,
          places,
          isOneOrder,
        } as z.input<typeof addressesCheck>)
      ).verdicts.map(({ refusal }) => refusal),
    hold: (hold: Partial<ParcelsHold> & Pick<ParcelsHold, 'parcels'>) =>
      asOrder.post('/internal/parcels/hold', parcelsHeld, {
        purchaseId: newId(),
        senderId: newId(),
        paid: false,
        ...hold,
      }),
    order: asOrder,
    async close() {
      await consent.close()
      await drop()
    },
  }
}

/** Events as their owners would emit them. */
export const emitters = {
  catalog: createEmitter('catalog'),
  order: createEmitter('order'),
  payment: createEmitter('payment'),
  fulfilment: createEmitter('fulfilment'),
}
