import { type DataExport, exportDays } from '@prankpost/contracts'
import { isDuplicateKey, refuseIf } from '@prankpost/service-kit'
import { Types } from 'mongoose'
import { type CustomerExport, toDto } from '../data-export.model.ts'
import { type Deps, emit } from '../deps.ts'

/** A service that has not brought its part by then has lost the request: the customer may ask anew. */
const patienceMs = 60 * 60_000

type ExportDeps = Pick<Deps, 'dataExports' | 'exportParts' | 'exportOutbox' | 'limits'>

/**
 * Has the file with a customer's data gathered, in one write with the event that asks every service for its
 * part. While one is being gathered nothing new is begun. A process that dies right after the write leaves the
 * event to the outbox, and parts of an older file to their end.
 * @throws 429 after too many in a day
 */
export async function requestDataExport({ id }: { id: string }, deps: ExportDeps): Promise<DataExport> {
  const present = await deps.dataExports.findById(id).lean()
  if (isUnderWay(present)) return toDto(present)
  refuseIf(await deps.limits.exports.count(id), 'You asked for your data several times today.')
  await begin(id, deps)
  const begun = await deps.dataExports.findById(id).lean()
  await deps.exportParts.deleteMany({ ownerId: id, _id: { $not: new RegExp(`^${begun?.exportId}:`) } })
  return toDto(begun)
}

async function begin(ownerId: string, { exportOutbox }: ExportDeps): Promise<void> {
  const fresh = newExport()
  const event = emit('customer-export-requested', ownerId, {
    exportId: fresh.exportId,
    ownerId,
    requestedAt: fresh.requestedAt.toISOString(),
  })
  const replaced = await exportOutbox.change({ _id: ownerId }, (present) =>
    isUnderWay(present) ? null : { update: { $set: fresh }, events: [event] },
  )
  if (replaced !== null) return
  try {
    await exportOutbox.insert({ _id: ownerId, ...fresh }, [event])
  } catch (error) {
    // Another window was faster: there is one file, and both wait for it.
    if (!isDuplicateKey(error)) throw error
  }
}

function newExport() {
  const requestedAt = new Date()
  const expiresAt = new Date(requestedAt.getTime() + exportDays * 86_400_000)
  return { exportId: new Types.ObjectId().toHexString(), requestedAt, parts: {}, readyAt: null, expiresAt }
}

const isUnderWay = (one: CustomerExport | null) =>
  one !== null && one.readyAt === null && Date.now() - one.requestedAt.getTime() < patienceMs
