import { parcelReference, slipContent } from '@prankpost/contracts'
import { addressKey, conflict, notFound, refuseIf } from '@prankpost/service-kit'
import type { Place } from './address-digest.ts'
import type { Deps } from './deps.ts'

/** A code as a recipient enters it, and the caller's network address. */
export interface GivenCode {
  code: string
  address: string
}

/** What is known of the parcel of a code. Nothing in it says who sent it. */
export interface KnownSlip {
  reference: string
  prankId: string
  prankName: string
  quantity: number
  /** Null once it was erased. */
  place: Place | null
}

/** The code in the form of a reference: without spaces and dashes, in upper case. */
export const normalizeCode = (code: string) => code.replace(/[\s-]/g, '').toUpperCase()

/**
 * Finds the parcel of a slip's code. A try counts before the code is checked, so that parallel calls get no more tries; a code
 * that exists does not count. Unknown and malformed codes get the same answer.
 * @throws 404 for such a code, 429 after too many of them from one network address, 503 when fulfilment is unavailable
 */
export async function findSlip(
  { code, address }: GivenCode,
  { fulfilment, codesOfAddress }: Pick<Deps, 'fulfilment' | 'codesOfAddress'>,
): Promise<KnownSlip> {
  const key = addressKey(address)
  refuseIf(await codesOfAddress.count(key), 'Too many codes from your network.')
  const reference = normalizeCode(code)
  if (!parcelReference.safeParse(reference).success) throw unknownCode()
  const query = new URLSearchParams({ reference })
  const { slip } = await fulfilment.get(`/internal/slips?${query}`, slipContent)
  if (slip === null) throw unknownCode()
  await codesOfAddress.release(key)
  return { ...slip, reference }
}

const unknownCode = () =>
  notFound('We do not know this code. Please check the ten letters on the slip in your parcel.')

/** The address of a parcel. @throws 409 once it was erased */
export function insistOnPlace({ place }: KnownSlip): Place {
  if (place !== null) return place
  throw conflict(
    'We no longer know where this parcel went. Please enter your address on the page Do-Not-Prank List.',
  )
}
