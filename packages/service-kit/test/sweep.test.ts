import { setTimeout as sleep } from 'node:timers/promises'
import { createSweep } from '@prankpost/service-kit'
import { register } from 'prom-client'
import { expect, test } from 'vitest'

const log = { warn: () => undefined } as never

test('when a sweep may take a quarter of the time, then it pauses three times as long as a round took', async () => {
  const rounds: { startedAt: number; endedAt: number }[] = []
  const work = async () => {
    const startedAt = performance.now()
    await sleep(50)
    rounds.push({ startedAt, endedAt: performance.now() })
    return false
  }
  const sweep = createSweep('a test', 10, log, work, { maxShare: 0.25 })
  sweep.start()
  while (rounds.length < 3) await sleep(5)
  await sweep.stop()
  for (const [n, { startedAt }] of rounds.entries()) {
    const before = rounds[n - 1]
    if (before === undefined) continue
    const tookMs = before.endedAt - before.startedAt
    expect(startedAt - before.endedAt).toBeGreaterThanOrEqual(2.9 * tookMs - 2)
  }
})

test('when a sweep fails then its failures in a row are shown, however rarely it runs, until it succeeds', async () => {
  const labels = { sweep: 'a failing test' }
  const shown = async () => (await register.getSingleMetric('sweep_consecutive_failures')?.get())?.values
  const failures: unknown[] = []
  let rounds = 0
  const sweep = createSweep(labels.sweep, 1, log, async () => {
    failures.push((await shown())?.find((one) => one.labels.sweep === labels.sweep)?.value)
    if (++rounds % 4 !== 0) throw new Error('fails on purpose')
    return false
  })
  sweep.start()
  while (rounds < 6) await sleep(5)
  await sweep.stop()
  expect(failures.slice(0, 6)).toEqual([0, 1, 2, 3, 0, 1])
})
