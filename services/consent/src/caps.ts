/** How many parcels an address gets in 30 days, over all senders and from one sender; null without a cap. */
export interface Caps {
  all: number | null
  sender: number | null
}

/** From this number on nothing is counted. */
const noCap = 1_000_000

/** Reads the caps. The one place that knows where they are set. */
export function createCaps({
  ADDRESS_CAP,
  ADDRESS_SENDER_CAP,
}: {
  ADDRESS_CAP: number
  ADDRESS_SENDER_CAP: number
}): () => Promise<Caps> {
  const capOf = (number: number) => (number >= noCap ? null : number)
  const caps = { all: capOf(ADDRESS_CAP), sender: capOf(ADDRESS_SENDER_CAP) }
  return async () => caps
}
