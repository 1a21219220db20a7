import type { Deps } from '../deps.ts'
import { planEntry } from '../log-entry.ts'
import { keepEntries } from '../log-store.ts'
import type { PlanEvent } from '../reported-event.ts'

/** Records an event of a plan once, even if it is delivered several times, and sorted by its time, even if it is late. */
export async function recordPlanEvent(event: PlanEvent, { logs }: Pick<Deps, 'logs'>): Promise<void> {
  await keepEntries([planEntry(event)], logs)
}
