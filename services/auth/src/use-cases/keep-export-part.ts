import type { CustomerDataService, exportPart } from '@prankpost/contracts'
import type { z } from 'zod'
import { isComplete, partId } from '../data-export.model.ts'
import type { Deps } from '../deps.ts'

type Part = z.output<typeof exportPart> & { service: CustomerDataService }

/**
 * Keeps a part of a customer's file. A part that comes twice is kept once; what a service brought in a try that
 * was cut short is replaced by the next. The file is ready when every service has brought its last part.
 * Not wanted when the customer asked anew, the file has run out, or the account is gone.
 */
export async function keepExportPart(
  { exportId, ownerId, service, part, last, records }: Part,
  { dataExports, exportParts, exportOutbox }: Pick<Deps, 'dataExports' | 'exportParts' | 'exportOutbox'>,
): Promise<{ wanted: boolean }> {
  const present = await dataExports.findOne({ _id: ownerId, exportId }).lean()
  if (present === null || present.expiresAt < new Date()) return { wanted: false }
  // One that is through has said all: a copy of the request must not change a file that was fetched already.
  if (present.parts[service] !== undefined) return { wanted: false }
  const texts = records.map((record) => JSON.stringify(record))
  await exportParts.updateOne(
    { _id: partId(exportId, service, part) },
    { $set: { ownerId, records: texts, expiresAt: present.expiresAt } },
    { upsert: true },
  )
  if (!last) return { wanted: true }
  const noted = await exportOutbox.change({ _id: ownerId, exportId }, (one) => {
    if (one.parts[service] !== undefined) return null
    const parts = { ...one.parts, [service]: part + 1 }
    return { update: { $set: { parts, readyAt: isComplete({ parts }) ? new Date() : null } } }
  })
  // The account was deleted while this was written.
  if (noted === null) await exportParts.deleteMany({ ownerId, _id: partId(exportId, service, part) })
  return { wanted: noted !== null }
}
