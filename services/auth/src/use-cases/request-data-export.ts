import { type DataExport, exportDays } from '@prankpost/contracts'
import { refuseIf, unlessDuplicate } from '@prankpost/service-kit'
import { Types } from 'mongoose'
import { type CustomerExport, toDto } from '../data-export.model.ts'
import { type Deps, emit } from '../deps.ts'

/** After this time a missing part counts as lost, and the customer may request a new file. */
const gatherTimeoutMs = 60 * 60_000

type ExportDeps = Pick<Deps, 'dataExports' | 'exportParts' | 'exportOutbox' | 'limits'>

/**
 * Starts a data export, in one write with the event that requests every service's part. While an export is in progress
 * no new one is started. If the process dies right after the write, the event is still in the outbox, and parts of an
 * older file remain until they expire.
 * @throws 429 after too many in a day
 */
export async function requestDataExport({ id }: { id: string }, deps: ExportDeps): Promise<DataExport> {
  const present = await deps.dataExports.findById(id).lean()
  if (isUnderWay(present)) return toDto(present)
  refuseIf(await deps.limits.exports.count(id), 'You asked for your data several times today.')
  await startExport(id, deps)
  const started = await deps.dataExports.findById(id).lean()
  await deps.exportParts.deleteMany({ ownerId: id, _id: { $not: new RegExp(`^${started?.exportId}:`) } })
  return toDto(started)
}

async function startExport(ownerId: string, { exportOutbox }: ExportDeps): Promise<void> {
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
  // A concurrent call may have started the export.
  await unlessDuplicate(exportOutbox.insert({ _id: ownerId, ...fresh }, [event]))
}

function newExport() {
  const requestedAt = new Date()
  const expiresAt = new Date(requestedAt.getTime() + exportDays * 86_400_000)
  return { exportId: new Types.ObjectId().toHexString(), requestedAt, parts: {}, readyAt: null, expiresAt }
}

const isUnderWay = (one: CustomerExport | null) =>
  one !== null && one.readyAt === null && Date.now() - one.requestedAt.getTime() < gatherTimeoutMs
