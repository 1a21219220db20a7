import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { register } from 'prom-client'
import { collectProcessMetrics } from '../src/metrics.ts'

const lagOf = async (figure: string) => {
  const [sample] =
    (await register.getSingleMetric(`nodejs_eventloop_lag_${figure}_seconds`)?.get())?.values ?? []
  return sample?.value ?? Number.NaN
}
const readAll = () => register.metrics()

describe('figures of the process', () => {
  beforeAll(collectProcessMetrics)

  test('when a turn of the event loop takes long then the next look shows it, and the one after does not', async () => {
    await readAll()
    // After each look the first turn is what the next is measured from.
    await sleep(150)
    const end = performance.now() + 300
    while (performance.now() < end);
    await sleep(1)
    expect(await readAll()).toMatch(/^nodejs_eventloop_lag_p99_seconds 0\.\d+$/m)
    expect(await lagOf('max')).toBeGreaterThan(0.15)
    await sleep(250)
    await readAll()
    expect(await lagOf('max')).toBeLessThan(0.1)
  })

  test('when there is nothing to do then the process sleeps', async () => {
    const turns = () => performance.nodeTiming.uvMetricsInfo.loopCount
    const before = turns()
    await sleep(1_000)
    expect(turns() - before).toBeLessThan(40)
  })
})
