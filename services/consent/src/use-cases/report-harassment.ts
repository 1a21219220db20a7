import { maxCaseReports } from '@prankpost/contracts'
import { addressKey, refuseIf, unlessDuplicate } from '@prankpost/service-kit'
import { Types } from 'mongoose'
import type { Case, CaseReport } from '../case.model.ts'
import { type Deps, emit } from '../deps.ts'
import { findSlip, type GivenCode } from '../find-slip.ts'

type ReportDeps = Pick<
  Deps,
  'fulfilment' | 'codesOfAddress' | 'reportsOfAddress' | 'digests' | 'caseOutbox' | 'now'
>

/**
 * Opens a case about the address of a parcel, or adds to the open one, and emits address-reported in the same write: order
 * holds what is not sent, fulfilment draws again. A repeat with the same code changes nothing, and has the same answer. If the
 * process dies after the write, the event is in its outbox.
 *
 * Once the address was erased, as with the account of the sender, the case is about the parcel alone, and nothing is emitted.
 * @throws 404 for an unknown code, 429 after too many codes or reports, 503 when fulfilment is unavailable
 */
export async function reportHarassment(
  { message, ...given }: GivenCode & { message?: string | null | undefined },
  deps: ReportDeps,
): Promise<{ message: string }> {
  const { reference, place } = await findSlip(given, deps)
  refuseIf(
    await deps.reportsOfAddress.count(addressKey(given.address)),
    'Too many reports from your network.',
  )
  const report = { reference, message: message || null, at: deps.now() }
  if (place === null) {
    await addReport({ digest: deps.digests.slip(reference), isErased: true }, report, deps)
    return {
      message:
        'Thank you, a person of our team looks into it. To stop parcels to your address, enter it on the page Do-Not-Prank List.',
    }
  }
  await addReport({ digest: deps.digests.address(place) }, report, deps)
  return {
    message:
      'Thank you. We hold everything that is not sent to your address yet, and a person of our team looks into it.',
  }
}

async function addReport(
  about: Pick<Case, 'digest' | 'isErased'>,
  report: CaseReport,
  { caseOutbox }: Pick<Deps, 'caseOutbox'>,
): Promise<void> {
  const open = { openDigest: about.digest }
  const eventsOf = (one: Pick<Case, '_id' | 'digest'>) =>
    about.isErased ? [] : [addressReported(one, report.at)]
  const add = () =>
    caseOutbox.change(open, (one) => {
      const isKnown = one.reports.some(({ reference }) => reference === report.reference)
      if (isKnown || one.reports.length >= maxCaseReports) return null
      return { update: { $push: { reports: report } }, events: eventsOf(one) }
    })
  if ((await add()) !== null) return
  const _id = new Types.ObjectId()
  const opened = { _id, ...about, openDigest: about.digest, status: 'open', openedAt: report.at } as const
  const insert = caseOutbox.insert({ ...opened, reports: [report] }, eventsOf(opened))
  // If a parallel call opened the case, the report is added to it.
  if (!(await unlessDuplicate(insert))) await add()
}

/** The event that reports an open case. Emitted again, it changes nothing that was held or released for this case. */
export const addressReported = ({ _id, digest }: Pick<Case, '_id' | 'digest'>, at: Date) =>
  emit('address-reported', String(_id), { digest, caseId: String(_id), at: at.toISOString() })
