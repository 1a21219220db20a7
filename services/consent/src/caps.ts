import type { ShopCopy } from '@prankpost/service-kit'

/** How many parcels an address gets in 30 days, over all senders and from one sender; null without a cap. */
export interface Caps {
  all: number | null
  sender: number | null
}

/** From this number on nothing is counted. */
const noCap = 1_000_000

interface CapSettings {
  ADDRESS_CAP: number
  ADDRESS_SENDER_CAP: number
}

/** Reads the caps: those that an operator has set, or else those of the environment. */
export function createCaps(
  { ADDRESS_CAP, ADDRESS_SENDER_CAP }: CapSettings,
  shop: Pick<ShopCopy, 'read'>,
): () => Promise<Caps> {
  const capOf = (number: number) => (number >= noCap ? null : number)
  return async () => {
    const { addressCap, addressSenderCap } = await shop.read()
    return { all: capOf(addressCap ?? ADDRESS_CAP), sender: capOf(addressSenderCap ?? ADDRESS_SENDER_CAP) }
  }
}
