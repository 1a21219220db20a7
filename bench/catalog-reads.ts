import type { Stack } from '@prankpost/test-harness'
import { startBareFloors } from './floor/start.ts'
import { bodyOf, measureReads, warmUp } from './reads.ts'
import { alternately, rangesOf, ratioOf } from './repeat.ts'

/** Measures the catalog through the gateway, alternating with the floors of this machine that serve the same bytes. */
export async function measureCatalog(stack: Stack, { runs, seconds }: { runs: number; seconds: number }) {
  const url = `${stack.baseUrl}/api/pranks`
  const floors = await startBareFloors(await bodyOf({ url }))
  try {
    const urls = { gateway: url, ...floors.urls }
    for (const one of Object.values(urls)) await warmUp({ url: one })
    const measured = []
    for (const connections of [10, 50, 100]) {
      const { gateway, http, express, proxy } = await alternately(runs, {
        gateway: () => measureReads({ url }, { connections, seconds }),
        http: () => measureReads({ url: urls.http }, { connections, seconds }),
        express: () => measureReads({ url: urls.express }, { connections, seconds }),
        proxy: () => measureReads({ url: urls.proxy }, { connections, seconds }),
      })
      measured.push({
        connections,
        gateway: rangesOf(gateway),
        floors: { http: rangesOf(http), express: rangesOf(express), proxy: rangesOf(proxy) },
        ofProxy: ratioOf(gateway.map(perSecond), proxy.map(perSecond)),
      })
    }
    return measured
  } finally {
    await floors.stop()
  }
}

const perSecond = (run: { perSecond: number }) => run.perSecond
