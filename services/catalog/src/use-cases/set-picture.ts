import type { AdminPrank } from '@prankpost/contracts'
import { notFound } from '@prankpost/service-kit'
import { convertPicture } from '../convert-picture.ts'
import type { Deps } from '../deps.ts'
import { adminFields, toAdminDto } from '../prank.model.ts'
import { changeTo } from '../prank-change.ts'

/**
 * Converts and stores a picture, then shows it with the prank and emits prank-changed. A repeat changes nothing. If the
 * process dies after the files are stored, they are unused and removed a day later. Former pictures stay until then, too,
 * because pages that are open still show them.
 * @throws 404 when the prank does not exist, 400 when the picture cannot be used
 */
export async function setPicture(
  { id, bytes, by }: { id: string; bytes: Uint8Array; by: string },
  { pranks, outbox, pictures }: Deps,
): Promise<AdminPrank> {
  if ((await pranks.exists({ _id: id })) === null) throw unknownPrank()
  const { hash, files } = await convertPicture(bytes)
  for (const file of files) await pictures.save(file)
  await outbox.change({ _id: id }, (prank) => changeTo(prank, { picture: hash }, by))
  const changed = await pranks.findById(id, adminFields).lean()
  if (changed === null) throw unknownPrank()
  return toAdminDto(changed)
}

const unknownPrank = () => notFound('This prank does not exist.')
