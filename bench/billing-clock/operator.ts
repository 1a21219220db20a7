import { randomUUID } from 'node:crypto'
import { adminPasswordHeader } from '@prankpost/contracts'
import type { Stack } from '@prankpost/test-harness'
import type { ParcelSent } from '../../ledgers/index.ts'
import { insist, until } from './insist.ts'

/** The operator, who ships parcels of plans. */
export interface Operator {
  /** Every parcel that was shipped, by its id. */
  parcels: Map<string, ParcelSent>
  /** Ships parcels of the plan, the oldest month first, until there are so many or nothing is due. */
  ship(plan: { stripeId: string; ownerId: string; contactId: string }, parcels: number): Promise<void>
}

/** Creates the operator of a running stack. */
export function createOperator({
  baseUrl,
  adminPassword,
}: Pick<Stack, 'baseUrl' | 'adminPassword'>): Operator {
  const parcels = new Map<string, ParcelSent>()
  const headers = { [adminPasswordHeader]: adminPassword, 'content-type': 'application/json' }
  const anyPrank = async () => {
    const [prank] = (await insist(`${baseUrl}/api/pranks`, { method: 'GET', headers: {} })) as {
      id: string
    }[]
    return prank?.id
  }
  return {
    parcels,
    async ship({ stripeId, ownerId, contactId }, count) {
      const prankId = await anyPrank()
      for (let sent = 0; sent < count; sent++) {
        const id = randomUUID()
        const parcel = { prankId, contactId, trackingNumber: `CLOCK-${sent}`, quantity: 1 }
        const body = { ...parcel, stripeSubscriptionId: stripeId, userId: ownerId, idempotencyKey: id }
        let status = 0
        // 404: fulfilment does not know the plan yet. 409: all its parcels have left.
        await until(async () => {
          const url = `${baseUrl}/api/admin/ship-subscription-prank`
          const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
          status = response.status
          return status === 201 || status === 409
        }, `parcel of ${stripeId}`)
        if (status === 409) return
        parcels.set(id, { stripeId, done: 'sure' })
      }
    },
  }
}
