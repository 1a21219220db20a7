import { type AdminPrank, defaultTier, fallbackPrankImage, type PrankInput } from '@prankpost/contracts'
import { conflict, isDuplicateKey } from '@prankpost/service-kit'
import { Types } from 'mongoose'
import { type Deps, emit } from '../deps.ts'
import { maxPranks, toAdminDto, toPrankChanged } from '../prank.model.ts'
import { withFreeSlug } from '../slug.ts'

/**
 * Adds a prank and emits prank-changed, in one write. Names are unique in any case, so that a repeated call cannot add
 * the prank twice. Without an uploaded picture it shows the potato.
 * @throws 409 when a prank has this name, or the catalog is full
 */
export async function addPrank(
  input: PrankInput,
  { pranks, outbox }: Pick<Deps, 'pranks' | 'outbox'>,
): Promise<AdminPrank> {
  const [count, last] = await Promise.all([
    pranks.estimatedDocumentCount(),
    pranks.findOne({}, { position: 1 }).sort({ position: -1, _id: -1 }).lean(),
  ])
  if (count >= maxPranks) throw conflict(`The catalog is full: it can hold ${maxPranks} pranks.`)
  const { name, description, price, onSale, tier = defaultTier, position, stock = null } = input
  const { contents = '', allergens = '' } = input
  const prank = {
    _id: String(new Types.ObjectId()),
    name,
    description,
    priceCents: price,
    tier,
    contents,
    allergens,
    image: fallbackPrankImage,
    onSale,
    ...(stock !== null && {
      isCounted: true,
      stock: { left: stock, reserved: 0, entries: [], changes: 0 },
    }),
    position: position ?? (last?.position ?? 0) + 1,
    updatedAt: new Date(),
  }
  const added = toPrankChanged({ ...prank, revision: 1 })
  try {
    return await withFreeSlug({ name }, pranks, async (slug) =>
      toAdminDto(await outbox.insert({ ...prank, slugs: [slug] }, [emit('prank-changed', prank._id, added)])),
    )
  } catch (error) {
    throw isDuplicateKey(error) ? nameTaken() : error
  }
}

export const nameTaken = () =>
  conflict('There is a prank with this name already. Please choose another name.')
