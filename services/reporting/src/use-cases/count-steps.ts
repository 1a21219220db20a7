import type { FunnelInput } from '@prankpost/contracts'
import { addressKey } from '@prankpost/service-kit'
import type { Deps } from '../deps.ts'
import { dayOf } from '../figures.ts'

interface CountStepsInput extends FunnelInput {
  /** Used for the limit only, in memory; never stored. */
  address: string
  /** The headers `DNT` and `Sec-GPC`. */
  privacy: (string | undefined)[]
}

/**
 * Adds the steps of a visit to the counts of the day, in one atomic write. It keeps nothing about the visitor.
 *
 * Nothing is counted, without an error, for a browser that asks not to be tracked, above the limit of a network, and for a
 * prank that catalog does not know, so the number of counters is bounded whatever is sent. A step counts once per call. A
 * repeated call counts again: to recognize it, an id of the visit would have to be stored. When the process dies, at most
 * the counts of calls that were not answered are lost.
 */
export async function countSteps(
  { source, steps, address, privacy }: CountStepsInput,
  { funnel, funnelCalls, knownPranks, now }: Pick<Deps, 'funnel' | 'funnelCalls' | 'knownPranks' | 'now'>,
): Promise<void> {
  if (privacy.includes('1')) return
  if ((await funnelCalls.count(addressKey(address))) !== null) return
  const counts: Record<string, 1> = {}
  const names: Record<string, string> = {}
  const isAnyPrank = steps.some((one) => 'prankId' in one)
  const known = isAnyPrank ? await knownPranks() : undefined
  for (const one of steps) {
    if (!('prankId' in one)) {
      counts[`sources.${source}.${one.step}`] = 1
      continue
    }
    const name = known?.get(one.prankId)
    if (name === undefined) continue
    counts[`pranks.${one.prankId}.${one.step}`] = 1
    names[`pranks.${one.prankId}.name`] = name
  }
  if (Object.keys(counts).length === 0) return
  const isNamed = Object.keys(names).length > 0
  await funnel.updateOne(
    { _id: dayOf(now()) },
    { $inc: counts, ...(isNamed && { $set: names }) },
    { upsert: true },
  )
}
