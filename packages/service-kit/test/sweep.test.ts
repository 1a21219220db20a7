import { setTimeout as sleep } from 'node:timers/promises'
import { createSweep } from '@prankpost/service-kit'
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
