import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { assumed, measured, needs, tables } from '../../bench/capacity.ts'

const page = readFileSync(path.join(import.meta.dirname, '..', '..', 'docs', 'capacity.md'), 'utf8')

describe('docs/capacity.md', () => {
  test('shows the numbers that bench/capacity.ts computes', () => {
    for (const table of tables([1_000, 100_000, 10_000_000])) expect(page).toContain(table)
  })

  test('names every input, as measured or as assumed', () => {
    const numbersOf = (inputs: object): number[] =>
      Object.values(inputs).flatMap((value) => (typeof value === 'number' ? [value] : numbersOf(value)))
    const inputs = page.slice(page.indexOf('## Measured'), page.indexOf('## What it needs'))
    const missing = [...numbersOf(measured), ...numbersOf(assumed)].filter(
      (value) => !inputs.includes(String(value)) && !inputs.includes(value.toLocaleString('en')),
    )
    expect(missing).toEqual([])
  })
})

describe('the arithmetic', () => {
  test('when there are 86,400 orders a day, then there is one a second, and the peak factor at the peak', () => {
    const { averageRate, peakRate } = needs(86_400)
    expect([averageRate, peakRate]).toEqual([1, assumed.peakFactor])
  })

  test('when every checkout is paid and there are no plans, then Stripe is read twice for a paid one, and twice by the sweep', () => {
    const stripe = { ...assumed.stripe, abandonedPerOrder: 0, planMonthsPerOrder: 0 }
    const { stripeReads } = needs(86_400, { ...assumed, stripe })
    expect(stripeReads.reported).toBe(assumed.peakFactor * 2)
    expect(stripeReads.sweep).toBe(2)
    expect(stripeReads.events).toBeCloseTo(1 / 60 + assumed.peakFactor / 100)
  })

  test('when a session lives for a day, then the sweep reads it at doubling intervals as often as assumed', () => {
    let reads = 0
    for (let atSeconds = 20; atSeconds < 86_400; reads += 1) atSeconds += 20 * 2 ** (reads + 1)
    expect(reads).toBe(assumed.stripe.abandonedSession.sweep)
  })

  test('when there are 100,000 orders a day, then two processes of payment keep up with the sweep', () => {
    const { sweepingProcesses, replicas } = needs(100_000)
    expect(sweepingProcesses).toBeLessThanOrEqual(replicas.payment ?? 0)
  })

  test('when there are no visits without a purchase, then a service needs the cores of its purchases', () => {
    const { cores, flushes } = needs(86_400, {
      ...assumed,
      peakFactor: 1,
      visitsPerOrder: 0,
      signUpsPerOrder: 0,
    })
    expect(cores.gateway).toBeCloseTo(measured.purchaseCpuMs.gateway / 1000)
    expect(cores.order).toBeCloseTo(measured.purchaseCpuMs.order / 1000)
    expect(flushes).toBeCloseTo(measured.journalFlushes)
  })

  test('when one replica set has too little CPU, flushes or disk, then there are more', () => {
    const mongo = { ...assumed.mongo, terabytesPerSet: 0.1 }
    const { sets, replicaSets } = needs(100_000, { ...assumed, mongo })
    expect(sets).toEqual({ cpu: 1, flushes: 1, disk: 3 })
    expect(replicaSets).toBe(3)
  })
})
