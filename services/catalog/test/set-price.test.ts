import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { createOutbox } from '@prankpost/messaging'
import { explainQueries } from '@prankpost/service-kit/testing'
import { until } from '@prankpost/test-harness'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedEdition, seedPranks } from '../src/seed.ts'
import { changePrice } from '../src/use-cases/change-price.ts'
import { seedCatalog } from '../src/use-cases/seed-catalog.ts'
import { startFixture } from './fixture.ts'

const run = promisify(execFile)
const fixture = await startFixture()
// The relay has no event of the seed to send when it starts.
const outbox = createOutbox(fixture.pranks, () => undefined)
beforeAll(() => seedCatalog({ pranks: seedPranks, edition: seedEdition }, { outbox }))
afterAll(() => fixture.close())

const file = path.join(import.meta.dirname, '..', 'src', 'set-price.ts')

/** Runs the operator's command and returns its exit code and output. */
async function setPrice(...args: string[]): Promise<{ code: number; output: string }> {
  const env = { ...process.env, ...fixture.database, NODE_OPTIONS: '' }
  try {
    const { stdout } = await run(process.execPath, [file, ...args], { env })
    return { code: 0, output: stdout.trim() }
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string }
    return { code, output: stderr.trim() }
  }
}

describe('the set-price command', () => {
  test('when a prank is named in any case then its price changes and the running service sends the event', async () => {
    await fixture.pranks.updateMany({}, { $set: { outbox: [] }, $unset: { outboxDueAt: 1 } })
    expect(await setPrice('raw POTATO', '5.49')).toEqual({ code: 0, output: 'Raw Potato costs 5.49 now.' })
    // The lease of five seconds was released.
    const { outboxDueAt } = (await fixture.pranks.findOne({ name: 'Raw Potato' }).lean()) ?? {}
    expect(outboxDueAt?.getTime()).toBeLessThanOrEqual(Date.now())
    await fixture.startRelays()
    expect(await until(fixture.received)).toMatchObject({
      name: 'Raw Potato',
      priceCents: 549,
      revision: 2,
    })
    const change = (prank: string, priceCents: number) =>
      changePrice({ prank, priceCents }, { ...fixture, outbox })
    expect(await change('Raw Potato', 549)).toMatchObject({ changed: false })
    expect(await change(seedPranks[0]?._id as string, 499)).toMatchObject({ changed: true })
    expect(await fixture.pranks.findOne({ name: 'Raw Potato' }).lean()).toMatchObject({
      priceCents: 499,
      revision: 3,
    })
  })

  test('when the price cannot be paid, or the prank is unknown, then it prints the problem, exits with its code and changes nothing', async () => {
    const before = await fixture.pranks.find().sort({ _id: 1 }).select('priceCents revision').lean()
    expect(await Promise.all([setPrice('Raw Potato', '0.49'), setPrice('Unknown Prank', '5.49')])).toEqual([
      { code: 64, output: expect.stringMatching(/^Usage.* from 0\.50 to 1000\.00/) },
      { code: 1, output: expect.stringMatching(/^There is no prank/) },
    ])
    expect(await fixture.pranks.find().sort({ _id: 1 }).select('priceCents revision').lean()).toEqual(before)
  })

  test('when prices are set at once then each change has its own revision, and the name is found by its index', async () => {
    const before = (await fixture.pranks.findOne({ name: 'Bag of Farts' }).lean())?.revision as number
    const queries = await explainQueries(fixture.connection, () =>
      changePrice({ prank: 'Bag of Farts', priceCents: 500 }, fixture),
    )
    expect(queries.flatMap(({ stages }) => stages).join()).not.toMatch(/COLLSCAN|SORT/)
    await Promise.all(
      [501, 502, 503, 504, 505].map((priceCents) =>
        changePrice({ prank: 'Bag of Farts', priceCents }, fixture),
      ),
    )
    const after = await fixture.pranks.findOne({ name: 'Bag of Farts' }).lean()
    expect(after?.revision).toBe(before + 6)
  })
})
