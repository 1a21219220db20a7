import { Counter } from '@prankpost/service-kit'

/** What the address service answered. All outcomes but `not-found` let the address pass. */
const checkOutcomes = [
  'deliverable',
  'not-found',
  /** An answer that says neither. */
  'unclear',
  /** Too many calls (429). */
  'limited',
  /** The credentials were refused. */
  'refused',
  'unavailable',
  /** Not called, because one of the last three happened a moment ago. */
  'paused',
] as const
export type CheckOutcome = (typeof checkOutcomes)[number]

/** Addresses checked at the address service, by outcome. */
export const checksTotal = new Counter({
  name: 'address_checks_total',
  help: 'Addresses for the address service, by outcome: deliverable, not-found, unclear, limited, refused, unavailable, paused',
  labelNames: ['outcome'],
})
for (const outcome of checkOutcomes) checksTotal.inc({ outcome }, 0)
