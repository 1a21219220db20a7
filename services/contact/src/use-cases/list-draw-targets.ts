import { addressesChecked, type DrawTarget } from '@prankpost/contracts'
import { maxContacts } from '../contact.model.ts'
import type { Deps } from '../deps.ts'

/**
 * The targets of a customer from which a plan's draw chooses, without streets, and whether a parcel may be sent to each of them.
 * @throws 503 when consent is unavailable
 */
export async function listDrawTargets(
  { ownerId }: { ownerId: string },
  { contacts, consent }: Pick<Deps, 'contacts' | 'consent'>,
): Promise<DrawTarget[]> {
  const fields = { name: 1, address: 1, address2: 1, city: 1, state: 1, zipCode: 1 }
  const found = await contacts.find({ ownerId }, fields).limit(maxContacts).lean()
  if (found.length === 0) return []
  const places = found.map(({ address, address2, zipCode }) => ({ address, address2, zipCode }))
  const request = { senderId: ownerId, places, isOneOrder: false }
  const { verdicts } = await consent.post('/internal/addresses/check', addressesChecked, request)
  return found.map(({ _id, name, city, state }, index) => {
    const { digest, refusal } = verdicts[index] ?? { refusal: null }
    return { id: _id, name, city, state, ...(digest && { digest }), mayGet: refusal === null }
  })
}
