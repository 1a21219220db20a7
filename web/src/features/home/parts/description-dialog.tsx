import type { Prank } from '@prankpost/contracts/prank'
import { dollars, priceCents } from '@prankpost/web-kit'
import Dialog, { type OpenState } from '../../../components/dialog.tsx'
import { PrankPicture, prankColour } from '../../../components/picture.tsx'

/** The description of a prank. */
export default function DescriptionDialog({
  open,
  onOpenChange,
  prank,
}: OpenState & { prank: Prank | null }) {
  if (!prank) return null
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={prank.name}>
      <div
        className={`rays grid h-40 place-items-center rounded-xl border-2 border-ink ${prankColour(prank.image)}`}
      >
        <PrankPicture image={prank.image} picture={prank.picture} size={112} />
      </div>
      <p className="mt-4 text-lg">{prank.description}</p>
      <p className="mt-3 font-display text-2xl">{dollars(priceCents(prank.price))}</p>
    </Dialog>
  )
}
