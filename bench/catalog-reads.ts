import type { Stack } from '@prankpost/test-harness'
import { startBareFloors } from './floor/start.ts'
import { bodyOf, measureReads, warmUp } from './reads.ts'
import { alternately, rangesOf, ratioOf } from './repeat.ts'
import { startUncachedGateway } from './uncached-gateway.ts'

/**
 * Measures the catalog through the gateway, with its cache and without, alternating with the floors of this machine that
 * serve the same bytes.
 */
export async function measureCatalog(stack: Stack, { runs, seconds }: { runs: number; seconds: number }) {
  const url = `${stack.baseUrl}/api/pranks`
  const floors = await startBareFloors(await bodyOf({ url }))
  const other = await startUncachedGateway(stack)
  try {
    const urls = { gateway: url, uncached: `${other.baseUrl}/api/pranks`, ...floors.urls }
    for (const one of Object.values(urls)) await warmUp({ url: one })
    const measured = []
    for (const connections of [10, 50, 100]) {
      const { gateway, uncached, http, express, proxy } = await alternately(runs, {
        gateway: () => measureReads({ url }, { connections, seconds }),
        uncached: () => measureReads({ url: urls.uncached }, { connections, seconds }),
        http: () => measureReads({ url: urls.http }, { connections, seconds }),
        express: () => measureReads({ url: urls.express }, { connections, seconds }),
        proxy: () => measureReads({ url: urls.proxy }, { connections, seconds }),
      })
      measured.push({
        connections,
        gateway: rangesOf(gateway),
        uncached: rangesOf(uncached),
        floors: { http: rangesOf(http), express: rangesOf(express), proxy: rangesOf(proxy) },
        ofProxy: ratioOf(gateway.map(perSecond), proxy.map(perSecond)),
        uncachedOfProxy: ratioOf(uncached.map(perSecond), proxy.map(perSecond)),
      })
    }
    return measured
  } finally {
    await other.stop()
    await floors.stop()
  }
}

const perSecond = (run: { perSecond: number }) => run.perSecond
