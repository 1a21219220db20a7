import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { obstacle } from '../../cluster/network.ts'
import { quick } from '../../cluster/options.ts'
import { type ClusterReport, describe as describeReport } from '../../cluster/report.ts'
import { runCluster } from '../../cluster/run.ts'

const why = await obstacle()
const print = (line: string) => void process.stdout.write(`${line}\n`)
// Reported, and counted as skipped.
if (why) print(`NOT TRIED: the shop was not run on several hosts, because ${why}.`)
const whereItCan = why ? describe.skip : describe

whereItCan('the shop on several hosts, with people buying through both gateways', () => {
  let report: ClusterReport
  let running: Promise<ClusterReport> | undefined
  const stopping = new AbortController()
  beforeAll(async () => {
    const folder = fileURLToPath(new URL('../../.local/cluster-test', import.meta.url))
    running = runCluster(quick, { folder, signal: stopping.signal })
    report = await running
    print(describeReport(report))
  }, 900_000)
  // Remove hosts and processes also when the run took too long.
  afterAll(async () => {
    stopping.abort()
    await running?.catch(() => undefined)
  }, 60_000)

  const callsFailed = (name: string) =>
    report.phases.filter((phase) => phase.name === name).flatMap(({ failed }) => Object.entries(failed))

  test('when a host is cut off, a broker node killed and everything restarted then nothing is lost, doubled or different', () => {
    expect(report.failures).toEqual([])
    expect(report.deadLetters).toEqual([])
    // A run in which nothing happens proves little.
    expect(report.orders.paid).toBeGreaterThan(20)
    expect(report.webhooks.copies).toBeGreaterThan(0)
  })

  test('when one host of two is cut off then customers continue to buy at the other', () => {
    const cut = report.phases.find(({ name }) => name === 'host cut off')
    expect(cut?.orders).toBeGreaterThan(0)
    expect(cut?.longestSecondsWithoutOrder).toBeLessThan(quick.awayMs / 1_000)
  })

  test('when a node of the broker is killed then it led some of the queues, and each has three members again', () => {
    const [killed] = report.killed
    expect(killed?.led).toBeGreaterThan(0)
    expect(killed?.queues).toBeGreaterThan(killed?.led ?? 0)
    expect(report.members).toEqual([3])
  })

  test('when every replica and both gateways are restarted, one after the other, then no call fails', () => {
    expect(report.restarts).toBeGreaterThan(20)
    expect(callsFailed('rolling restart')).toEqual([])
  })
})
