import { describeShipped } from '../../services/fulfilment/src/shipped-parcel.ts'
import type { Plan } from '../../services/subscription/src/plan.model.ts'
import type { LogEntry } from '../../services/subscription-logs/src/log.model.ts'
import { parcelEntry, planEntry } from '../../services/subscription-logs/src/log-entry.ts'
import type { PlanEvent } from '../../services/subscription-logs/src/reported-event.ts'
import { monthShipment } from './plan-documents.ts'
import type { PlanStory } from './plan-story.ts'

/** The log entries of a plan: its journal, and each shipped parcel; the oldest first. */
export function logEntries(story: PlanStory, { journal }: Plan): LogEntry[] {
  const entries = journal.map((event) => planEntry(event as PlanEvent))
  const paid = new Map(entries.map((entry) => [entry.metadata.invoiceId, entry]))
  const parcels = story.months.flatMap((month) => {
    const shipment = monthShipment(story, month)
    const monthEntry = paid.get(month.invoiceId)
    if (monthEntry === undefined) return []
    return month.parcels.map((parcel, index) => {
      const data = describeShipped(shipment, parcel, index + 1)
      return parcelEntry({ id: parcel.eventId, type: 'prank-shipped', data }, monthEntry)
    })
  })
  return [...entries, ...parcels]
}
