import { flushCompileCache } from 'node:module'

/** By then the first requests and events are over with, and their code is compiled. */
const afterMs = 5_000

/**
 * Gives back, once, what loading and starting took and nobody needs any more: some 25 MB of a service, for a tenth of
 * a second of work; among it what Node read from its compile cache, which it would keep to write it again at the end.
 * Does so where Node was told to expose it (`--expose-gc`), as images and the local stack do; by itself it would
 * keep that memory for as long as there is little to do.
 */
export function giveBackMemory(): void {
  const collect = globalThis.gc
  if (collect === undefined) return
  const giveBack = () => {
    flushCompileCache()
    void collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  }
  setTimeout(giveBack, afterMs).unref()
}
