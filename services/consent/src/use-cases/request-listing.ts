import { type DoNotPrankInput, doNotPrankMinutes } from '@prankpost/contracts'
import { addressKey, emailKey, refuseIf } from '@prankpost/service-kit'
import { Types } from 'mongoose'
import { type Deps, emit } from '../deps.ts'

type RequestDeps = Pick<Deps, 'requestOutbox' | 'digests' | 'requestsOfAddress' | 'mailsOfEmail' | 'now'>

/**
 * Stores a request to list an address, with its digest only, and emits do-not-prank-requested in the same write if there is an
 * e-mail address. Listed and unlisted addresses get the same answer and the same mail. Each call stores one request. If the
 * process dies right after the write, the event is still in the outbox.
 * @throws 429 after too many from one network address, or with one e-mail address
 */
export async function requestListing(
  { input: { email, ...place }, address }: { input: DoNotPrankInput; address: string },
  { requestOutbox, digests, requestsOfAddress, mailsOfEmail, now }: RequestDeps,
): Promise<{ requestId: string; message: string }> {
  refuseIf(await requestsOfAddress.count(addressKey(address)), 'Too many requests from your network.')
  if (email) refuseIf(await mailsOfEmail.count(emailKey(email)), 'Too many requests with this email.')
  const at = now()
  const _id = new Types.ObjectId()
  const requestId = String(_id)
  const request = {
    _id,
    digest: digests.address(place),
    email: email || null,
    tries: 0,
    until: new Date(at.getTime() + doNotPrankMinutes * 60_000),
  }
  const events = email
    ? [emit('do-not-prank-requested', requestId, { requestId, requestedAt: at.toISOString() })]
    : []
  await requestOutbox.insert(request, events)
  return {
    requestId,
    message: email
      ? 'We sent you a mail with a code. Enter it to confirm.'
      : 'Enter the code from the slip of a parcel to confirm.',
  }
}
