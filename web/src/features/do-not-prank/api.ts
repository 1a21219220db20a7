import type { DoNotPrankInput } from '@prankpost/contracts/do-not-prank'
import { call, shape, text } from '@prankpost/web-kit'

/** A request that waits for its code. */
export interface ListingRequest {
  requestId: string
  message: string
}

/** Asks that nothing is sent to an address; the code that comes by mail, or the one on a slip, confirms it. */
export const requestListing = (body: DoNotPrankInput) =>
  call('POST /api/do-not-prank', {
    body,
    expect: shape<ListingRequest>({ requestId: text, message: text }),
  })

/** Confirms a request; a repeat changes nothing. */
export const confirmListing = (requestId: string, code: string) =>
  call('POST /api/do-not-prank/confirm', {
    body: { requestId, code },
    expect: shape<{ message: string }>({ message: text }),
  })
