import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { quick } from '../../soak/options.ts'
import { describe } from '../../soak/report.ts'
import { runSoak } from '../../soak/run.ts'

test('when customers buy while a process is killed every 4 s then nothing is lost or doubled', async () => {
  const folder = fileURLToPath(new URL('../../.local/soak-test', import.meta.url))
  const report = await runSoak(quick, { folder })
  if (report.failures.length > 0) console.log(describe(report))
  expect(report.failures.join('; ')).toBe('')
  // A run without events proves little.
  expect(Object.values(report.kills).reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(12)
  expect(Object.keys(report.kills)).toEqual(expect.arrayContaining(['mongodb', 'broker', 'gateway']))
  expect(report.orders.paid).toBeGreaterThan(5)
  expect(report.plans.months).toBeGreaterThan(0)
  expect(report.webhooks.copies).toBeGreaterThan(0)
})
