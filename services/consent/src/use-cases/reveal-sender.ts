import { accountAnswer, type CaseSenders, parcelSender } from '@prankpost/contracts'
import { AppError } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { unknownCase } from './close-case.ts'

type Customer = CaseSenders['senders'][number]['customer']

/**
 * Reads who sent the reported parcels of a case, for an operator with a reason: the endpoint's audit entry with the reason is
 * written before this is called. Consent stores nothing of it.
 * @throws 404 for an unknown case, 503 when fulfilment or auth is unavailable
 */
export async function revealSender(
  { id }: { id: string },
  { cases, fulfilment, auth }: Pick<Deps, 'cases' | 'fulfilment' | 'auth'>,
): Promise<CaseSenders> {
  const found = await cases.findById(id).lean()
  if (found === null) throw unknownCase()
  const senders: CaseSenders['senders'] = []
  for (const { reference } of found.reports) {
    const query = new URLSearchParams({ reference })
    const { sender } = await fulfilment.get(`/internal/parcel-senders?${query}`, parcelSender)
    if (sender === null) continue
    const { ownerId, orderId } = sender
    senders.push({
      reference,
      orderId,
      customer: ownerId === null ? null : await readCustomer(ownerId, auth),
    })
  }
  return { senders }
}

async function readCustomer(id: string, auth: Deps['auth']): Promise<Customer> {
  try {
    const { email, firstName } = await auth.get(`/internal/users/${id}`, accountAnswer)
    return { id, email, firstName }
  } catch (error) {
    // The account was deleted.
    if (error instanceof AppError && error.status === 404) return null
    throw error
  }
}
