import type { Deps } from './deps.ts'
import type { ParcelPage } from './paper/parcel-page.ts'

/** The sender and the return address on labels: those of operators, or else the defaults. */
export async function readShop({
  shop,
  label,
}: Pick<Deps, 'shop' | 'label'>): Promise<Omit<ParcelPage['shop'], 'isReprint'>> {
  const { sender, returnAddress } = await shop.read()
  const lines = returnAddress?.split('\n') ?? label.returnAddress.split('|')
  return { sender: sender ?? label.sender, returnAddress: lines.map((one) => one.trim()) }
}
