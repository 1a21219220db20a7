import { isReference, referenceRefusal } from './constants.ts'
import { line } from './primitives.ts'

/** A tracking number that an operator enters. */
export const trackingNumber = line(100, 'Tracking number').refine(
  (number) => !isReference(number),
  referenceRefusal,
)
