import { type addressesCheck, addressesChecked, type ParcelsHold, parcelsHeld } from '@prankpost/contracts'
import { createEmitter } from '@prankpost/messaging'
import { unavailable } from '@prankpost/service-kit'
import { newId, standInClient, startServiceForTest } from '@prankpost/service-kit/testing'
import { testNamespace } from '@prankpost/test-harness'
import type { z } from 'zod'
import { service } from '../src/service.ts'

export { testAdminPassword as adminPassword } from '@prankpost/service-kit/testing'

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

let houses = 0
/** An address that no other test uses. */
export const newPlace = () => ({ address: `${++houses} Warren Lane`, address2: null, zipCode: '97477' })

/** Consent with its own database and queues; a test sets where the parcels of slips went. */
export async function startFixture(env: Record<string, string | number> = {}) {
  const space = testNamespace()
  const state = { now: () => new Date(), slips: new Map<string, object>(), isFulfilmentDown: false }
  const fulfilment = standInClient({
    get(path) {
      if (state.isFulfilmentDown) throw unavailable()
      const reference = new URL(path, 'http://fulfilment').searchParams.get('reference') ?? ''
      return { place: state.slips.get(reference) ?? null }
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
      others: { fulfilment, catalog: standInClient({ get: () => Promise.reject(unavailable()) }) },
      now: () => state.now(),
    })
  const consent = await start()
  const { deliver } = await consent.consume()
  const order = consent.clientFor('order')
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
    deliver,
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
        await order.post('/internal/addresses/check', addressesChecked, {
          senderId,
          places,
          isOneOrder,
        } as z.input<typeof addressesCheck>)
      ).verdicts.map(({ refusal }) => refusal),
    hold: (hold: Partial<ParcelsHold> & Pick<ParcelsHold, 'parcels'>) =>
      order.post('/internal/parcels/hold', parcelsHeld, {
        purchaseId: newId(),
        senderId: newId(),
        paid: false,
        ...hold,
      }),
    order,
    async close() {
      await consent.close()
      await space.drop()
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
