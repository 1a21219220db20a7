import { doNotPrankDigits, type doNotPrankMail } from '@prankpost/contracts'
import type { z } from 'zod'
import type { Deps } from '../deps.ts'

/** The mail with the code of a request. Null when the request has ended or was confirmed. */
export async function readCodeMail(
  { id }: { id: string },
  { requests, digests, now }: Pick<Deps, 'requests' | 'digests' | 'now'>,
): Promise<z.output<typeof doNotPrankMail>> {
  const request = await requests.findOne({ _id: id, until: { $gt: now() } }).lean()
  if (!request?.email) return null
  return { to: request.email, code: digests.code(id, doNotPrankDigits) }
}
