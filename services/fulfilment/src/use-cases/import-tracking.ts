import {
  type AnswerOf,
  type Carrier,
  carrierOf,
  carriers,
  isReference,
  parcelReference,
  referenceRefusal,
} from '@prankpost/contracts'
import { invalid, mapAtOnce } from '@prankpost/service-kit'
import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { isErased } from '../forget-addresses.ts'
import type { Parcel } from '../parcel.model.ts'
import { entriesOf, type QueueEntry } from '../queue-entry.ts'
import type { FoundParcel } from '../queued-parcels.ts'
import type { Shipment } from '../shipment.model.ts'
import { changeAtOrder, type Wanted } from './change-at-order.ts'
import { noteDelivery } from './note-delivery.ts'
import { changeParcel } from './report-parcel.ts'

type Answer = AnswerOf<'POST /api/admin/parcels/import'>
type Result = Answer['results'][number]

/** Enough for the parcels of a day; a longer file is refused. */
const maxLines = 2_000

/** What a spreadsheet makes of a long number: `9.40011E+21`. */
const roundedNumber = /^\d([.,]\d+)?E\+\d+$/i
const roundedMessage =
  'The spreadsheet has rounded this tracking number. Format its column as text, and export the file again.'

/** Files of carriers write `FEDEX`. */
const carrierNamed = (name: string): Carrier | null =>
  carriers.find((one) => one.toLowerCase() === name.toLowerCase()) ?? null
const carrierMessage = `The column carrier must be empty or one of these: ${carriers.join(', ')}.`

const moment = z.union([z.literal(''), z.iso.datetime(), z.iso.date()])
const momentMessage =
  'The column delivered_at needs a day such as 2026-11-28 or 11/28/2026, or a time such as 2026-11-28T15:00:00Z.'
/** A spreadsheet of an American shop stores a day as `11/28/2026`. */
const isoOf = (at: string) =>
  at.replace(/^(\d\d?)\/(\d\d?)\/(\d{4})$/, (_, month: string, day: string, year: string) =>
    [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'),
  )

const row = z.object({
  reference: z.string().trim().toUpperCase().pipe(parcelReference),
  carrier: z
    .string()
    .refine((name) => name === '' || carrierNamed(name) !== null, carrierMessage)
    .transform(carrierNamed)
    .optional(),
  tracking_number: z
    .string()
    .trim()
    .max(100)
    .regex(/^[\x20-\x7e]*$/)
    .refine((number) => !roundedNumber.test(number), roundedMessage)
    .refine((number) => !isReference(number), referenceRefusal)
    .optional(),
  delivered_at: z
    .string()
    .transform(isoOf)
    .refine((at) => moment.safeParse(at).success, momentMessage)
    .optional(),
})
type Row = z.output<typeof row>
type Line = { line: number; reference: string; row: Row | null; problem: string | null }

/**
 * Imports tracking numbers and delivery reports of shipped parcels from CSV. Each line has its own outcome; a parcel is
 * changed by its first line only. Order stores a number, which customers see, and decides about a delivery, as from the queue. A
 * repeat changes nothing, so the same file may be sent again after a crash. A parcel that another operator changes at the same time
 * keeps that change here, and its line says so.
 * @throws 400 when the file is not CSV, has no `reference` column, or more than 2,000 lines; 503 when order is unavailable
 */
export async function importTracking({ csv }: { csv: string }, deps: Deps): Promise<Answer> {
  const lines = readLines(csv)
  const found = await findByReference(
    lines.flatMap(({ row: read }) => read?.reference ?? []),
    deps,
  )
  const seen = new Set<string>()
  const plans = lines.map((line) => planOf(line, found.get(line.reference), seen))
  const tracked = await changeAll(plans, 'track', deps)
  const delivered = await changeAll(plans, 'deliver', deps)
  return { results: plans.map((plan) => resultOf(plan, [tracked, delivered])) }
}

function readLines(csv: string): Line[] {
  const records = readRecords(csv)
  if (records.length > maxLines) throw invalid(`The file has more than ${maxLines} lines. Please split it.`)
  return records.map((record, index) => {
    const parsed = row.safeParse(record)
    const reference = (record.reference ?? '').trim().slice(0, 100).toUpperCase()
    const problem = parsed.success ? null : problemOf(parsed.error)
    return { line: index + 2, reference, row: parsed.data ?? null, problem }
  })
}

const problemOf = ({ issues: [issue] }: z.ZodError): string =>
  issue?.code === 'custom'
    ? issue.message
    : `The column ${String(issue?.path[0] ?? 'reference')} cannot be read.`

function readRecords(csv: string): Record<string, string>[] {
  let records: Record<string, string>[]
  try {
    records = parse(csv, {
      bom: true,
      columns: (names: string[]) => names.map((name) => name.trim().toLowerCase()),
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      to: maxLines + 1,
    })
  } catch {
    throw invalid('This file is not CSV with a header. Please check it.')
  }
  if (records[0] !== undefined && !('reference' in records[0])) {
    throw invalid('The file has no column `reference`.')
  }
  return records
}

async function findByReference(
  references: string[],
  { shipments }: Pick<Deps, 'shipments'>,
): Promise<Map<string, FoundParcel>> {
  const found = await shipments.find({ 'references.reference': { $in: references } }).lean<Shipment[]>()
  return new Map(
    found.flatMap((shipment) =>
      entriesOf(shipment).map((entry) => [entry.reference ?? '', { shipment, entry }] as const),
    ),
  )
}

/** What a line changes, or why it changes nothing. */
interface Plan {
  line: Line
  found: FoundParcel | null
  changes: Wanted['change'][]
  problem: string | null
}

function planOf(line: Line, found: FoundParcel | undefined, seen: Set<string>): Plan {
  const failed = (problem: string): Plan => ({ line, found: null, changes: [], problem })
  if (line.row === null) return failed(line.problem ?? 'This line cannot be read.')
  if (found === undefined) return failed('No parcel has this reference.')
  if (found.entry.shippedAt === null) return failed('This parcel was not shipped yet.')
  if (seen.has(line.reference)) return failed('This parcel is in the file already.')
  const changes = changesOf(line.row)
  if (changes.length === 0) return failed('The line has neither a tracking number nor a delivery.')
  seen.add(line.reference)
  return { line, found, changes, problem: null }
}

type Outcomes = Awaited<ReturnType<typeof changeAtOrder>>

const changedMeanwhile =
  'This parcel was changed meanwhile. Please check it, and import the line again if it still applies.'

/** Makes the changes of one kind at order, and stores what it decided. */
async function changeAll(plans: Plan[], action: 'track' | 'deliver', deps: Deps): Promise<Outcomes> {
  const wanted = plans.flatMap(({ found, changes }) =>
    changes.flatMap((change) => (found !== null && change.action === action ? [{ ...found, change }] : [])),
  )
  // Before order decides: what is reported after that is newer.
  const time = new Date()
  const outcomes = await changeAtOrder(wanted, deps)
  await mapAtOnce(wanted, async ({ change, ...found }) => {
    const { id, parcelId } = found.entry
    if (outcomes.get(id)?.outcome === 'refused' || (await store(found, change, time, deps))) return
    outcomes.set(id, { parcelId, outcome: 'refused', message: changedMeanwhile })
  })
  return outcomes
}

function resultOf({ line: { line, reference }, found, problem }: Plan, outcomes: Outcomes[]): Result {
  if (found === null) return { line, reference, outcome: 'failed', message: problem }
  const own = outcomes.flatMap((all) => all.get(found.entry.id) ?? [])
  const refused = own.find(({ outcome }) => outcome === 'refused')
  if (refused !== undefined) return { line, reference, outcome: 'failed', message: refused.message }
  const isChanged = own.some(({ outcome }) => outcome === 'changed')
  return { line, reference, outcome: isChanged ? 'changed' : 'unchanged', message: null }
}

function changesOf({ tracking_number: trackingNumber, carrier, delivered_at: at }: Row): Wanted['change'][] {
  return [
    ...(trackingNumber ? [{ action: 'track' as const, trackingNumber, ...(carrier && { carrier }) }] : []),
    ...(at ? [{ action: 'deliver' as const, at: arrivalOf(at) }] : []),
  ]
}

/** A day without a time counts until its end: the parcel may have been sent on that day. */
const arrivalOf = (at: string) => new Date(at.length > 10 ? at : `${at}T23:59:59Z`).toISOString()

/**
 * Stores here what order has decided, on a parcel that is as it was read; order's event reports it, too. For parcels of orders it is a
 * no-op if order's answer contained it. False when a number was not stored, because the parcel changed meanwhile.
 */
async function store(
  found: FoundParcel,
  { trackingNumber, carrier, at }: Wanted['change'],
  time: Date,
  deps: Deps,
): Promise<boolean> {
  const { parcelId } = found.entry
  if (at) await noteDelivery({ parcelId, deliveredAt: at, time }, deps)
  if (!trackingNumber) return true
  let isStored = true
  await changeParcel(
    found,
    (parcel) => {
      const isTracked = parcel.trackingNumber === trackingNumber
      const isRead = isAsRead(parcel, found.entry)
      isStored = isTracked || isRead
      const known = carrier ?? (isTracked ? parcel.carrier : null) ?? carrierOf(trackingNumber)
      if (!isRead || (isTracked && (parcel.carrier ?? null) === known)) return null
      return { ...parcel, trackingNumber, carrier: known }
    },
    deps,
  )
  return isStored
}

/** Whether it is still the same sending, with the same tracking. */
const isAsRead = (parcel: Parcel, entry: QueueEntry): boolean =>
  !isErased(parcel) &&
  parcel.shippedAt?.getTime() === entry.shippedAt?.getTime() &&
  parcel.trackingNumber === entry.trackingNumber &&
  (parcel.carrier ?? null) === entry.carrier
