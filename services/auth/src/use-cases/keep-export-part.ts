import type { CustomerDataService, exportPart } from '@prankpost/contracts'
import type { z } from 'zod'
import { isComplete, partId } from '../data-export.model.ts'
import type { Deps } from '../deps.ts'

type Part = z.output<typeof exportPart> & { service: CustomerDataService }

/**
 * Stores a part of a customer's file. A part delivered twice is stored once; parts of an attempt that was interrupted
 * are replaced by the next attempt. The file is ready when every service has delivered its last part. A part is not
 * wanted when the customer requested a new file, the file has expired, or the account was deleted.
 */
export async function keepExportPart(
  { exportId, ownerId, service, part, last, records }: Part,
  { dataExports, exportParts, exportOutbox }: Pick<Deps, 'dataExports' | 'exportParts' | 'exportOutbox'>,
): Promise<{ wanted: boolean }> {
  const present = await dataExports.findOne({ _id: ownerId, exportId }).lean()
  if (present === null || present.expiresAt < new Date()) return { wanted: false }
  // This service has finished. A repeated request must not change a file that may have been downloaded.
  if (present.parts[service] !== undefined) return { wanted: false }
  const texts = records.map((record) => JSON.stringify(record))
  await exportParts.updateOne(
    { _id: partId(exportId, service, part) },
    { $set: { ownerId, records: texts, expiresAt: present.expiresAt } },
    { upsert: true },
  )
  if (!last) return { wanted: true }
  const recorded = await exportOutbox.change({ _id: ownerId, exportId }, (one) => {
    if (one.parts[service] !== undefined) return null
    const parts = { ...one.parts, [service]: part + 1 }
    return { update: { $set: { parts, readyAt: isComplete({ parts }) ? new Date() : null } } }
  })
  // The account was deleted while this was written.
  if (recorded === null) await exportParts.deleteMany({ ownerId, _id: partId(exportId, service, part) })
  return { wanted: recorded !== null }
}
