import { maxCaseReports } from '@prankpost/contracts'
import { addressKey, refuseIf, unlessDuplicate } from '@prankpost/service-kit'
import { Types } from 'mongoose'
import type { Case, CaseReport } from '../case.model.ts'
import { type Deps, emit } from '../deps.ts'
import { findSlip, type GivenCode, insistOnPlace } from '../find-slip.ts'

type ReportDeps = Pick<
  Deps,
  'fulfilment' | 'codesOfAddress' | 'reportsOfAddress' | 'digests' | 'caseOutbox' | 'now'
>

/**
 * Opens a case about the address of a parcel, or adds to the open one, and emits address-reported in the same write: order
 * holds what is not sent, fulfilment draws again. A repeat with the same code changes nothing, and has the same answer. If the
 * process dies after the write, the event is in its outbox.
 * @throws 404 for an unknown code, 409 once the address was erased, 429 after too many codes or reports, 503 when fulfilment is
 * unavailable
 */
export async function reportHarassment(
  { message, ...given }: GivenCode & { message?: string | null | undefined },
  deps: ReportDeps,
): Promise<{ message: string }> {
  const slip = await findSlip(given, deps)
  const digest = deps.digests.address(insistOnPlace(slip))
  refuseIf(
    await deps.reportsOfAddress.count(addressKey(given.address)),
    'Too many reports from your network.',
  )
  await addReport(digest, { reference: slip.reference, message: message || null, at: deps.now() }, deps)
  return {
    message:
      'Thank you. We hold everything that is not sent to your address yet, and a person of our team looks into it.',
  }
}

async function addReport(
  digest: string,
  report: CaseReport,
  { caseOutbox }: Pick<Deps, 'caseOutbox'>,
): Promise<void> {
  const open = { openDigest: digest }
  const add = () =>
    caseOutbox.change(open, (one) => {
      const isKnown = one.reports.some(({ reference }) => reference === report.reference)
      if (isKnown || one.reports.length >= maxCaseReports) return null
      return { update: { $push: { reports: report } }, events: [addressReported(one, report.at)] }
    })
  if ((await add()) !== null) return
  const _id = new Types.ObjectId()
  const opened = {
    _id,
    digest,
    openDigest: digest,
    status: 'open',
    openedAt: report.at,
    reports: [report],
  } as const
  const insert = caseOutbox.insert({ ...opened, reports: [report] }, [addressReported(opened, report.at)])
  // If a parallel call opened the case, the report is added to it.
  if (!(await unlessDuplicate(insert))) await add()
}

/** The event that reports an open case. Emitted again, it changes nothing that was held or released for this case. */
export const addressReported = ({ _id, digest }: Pick<Case, '_id' | 'digest'>, at: Date) =>
  emit('address-reported', String(_id), { digest, caseId: String(_id), at: at.toISOString() })
