import { internalPranks } from '@prankpost/contracts'
import type { InternalClient } from '@prankpost/service-kit'

/** The names of the pranks that exist, by id. */
export type KnownPranks = () => Promise<ReadonlyMap<string, string>>

const maxAgeMs = 60_000
/** After a failure catalog is asked again earlier while nothing is known. */
const retryMs = 5_000

/**
 * Reads the pranks from catalog, at most once a minute. Only the first read is waited for: later ones run in the
 * background, and the list stays as it is while catalog is unavailable. Without any list no prank is known.
 */
export function createKnownPranks(
  catalog: InternalClient,
  log: { warn(about: object, message: string): void },
  nowMs = () => performance.now(),
): KnownPranks {
  let names: ReadonlyMap<string, string> = new Map()
  let nextAt = 0
  let reading: Promise<void> | undefined
  const read = async () => {
    try {
      const pranks = await catalog.get('/internal/pranks', internalPranks)
      names = new Map(pranks.map(({ prankId, name }) => [prankId, name]))
    } catch (error) {
      log.warn({ err: error }, 'the pranks could not be read; the funnel continues with those it knows')
    }
    nextAt = nowMs() + (names.size > 0 ? maxAgeMs : retryMs)
    reading = undefined
  }
  return async () => {
    if (reading === undefined && nowMs() >= nextAt) reading = read()
    if (names.size === 0) await reading
    return names
  }
}
