import type { Deps } from '../deps.ts'
import { planEntry } from '../log-entry.ts'
import { keepEntries } from '../log-store.ts'
import type { PlanEvent } from '../reported-event.ts'

/** Records what happened to a plan, once however often it is told, and at its place in time whenever. */
export async function recordPlanEvent(event: PlanEvent, { logs }: Pick<Deps, 'logs'>): Promise<void> {
  await keepEntries([planEntry(event)], logs)
}
