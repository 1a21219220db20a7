import { z } from 'zod'
import { funnelSteps, maxFunnelSteps, prankSteps, visitSources } from './constants.ts'
import { objectId } from './primitives.ts'

/** Enough for `maxFunnelSteps` steps, each with a prank. */
export const funnelMaxBytes = 2_048

const reportedStep = z.union([
  z.strictObject({ step: z.enum(prankSteps), prankId: objectId }),
  z.strictObject({ step: z.enum(funnelSteps) }),
])

/**
 * The steps that a visit has reached. A step without a prank counts for the source of the visit, a step with a prank for
 * the prank. It has no field for an id, an address or a time, and refuses fields that it does not know.
 */
export const funnelInput = z.strictObject({
  source: z.enum(visitSources),
  steps: z.array(reportedStep).min(1).max(maxFunnelSteps),
})
export type FunnelInput = z.infer<typeof funnelInput>
