import { createHash, createHmac } from 'node:crypto'
import type { MonthDraws } from '@prankpost/contracts'
import { drawFair, numberLabel } from '@prankpost/contracts/fair-draw'
import { expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { withStore } from './store.ts'

const { api, open } = withStore()

const seed = 'ab'.repeat(32)
const commitment = createHash('sha256').update(seed).digest('hex')
const over = {
  ...{ month: '2026-10', commitment, committedAt: '2026-08-01T00:00:00.000Z', seed },
  publishedAt: '2026-11-01T01:00:00.000Z',
}
const running = {
  ...{ month: '2026-11', commitment: 'cd'.repeat(32), committedAt: '2026-11-03T00:00:00.000Z', seed: null },
  publishedAt: '2026-12-01T01:00:00.000Z',
}
const pranks = Array.from({ length: 6 }, (_, n) => String(n).repeat(24))
const drawOf = (n: number): MonthDraws['draws'][number] => {
  const input = { id: `draw ${n}`, step: 1, rows: 3, targets: ['t1', 't2'], pranks, sent: [], taken: [] }
  const result = drawFair(input, (index) =>
    createHmac('sha256', seed).update(numberLabel(input, index)).digest('hex'),
  )
  return { ...input, result: result.map(([target, prank]) => [target, prank]) }
}
const pageOf = (draws: MonthDraws['draws'], nextCursor: string | null = null) => ({
  body: { ...over, draws, nextCursor },
})

test('when the draws of a month are repeated, then all pages are, and a changed result or seed is reported, at any width', async () => {
  api.plans['GET /api/draws'] = { body: { items: [running, over] } }
  const key = 'GET /api/draws/2026-10'
  let reads = 0
  api.plans[key] = () =>
    ++reads === 1 ? pageOf([drawOf(1), drawOf(2)], 'f0'.repeat(16)) : pageOf([drawOf(3)])
  const page = await open('/fair-draw')
  await page.getByRole('heading', { name: 'Fair Draw', level: 1 }).waitFor()
  const [now, last] = await page.getByRole('region', { name: 'The Months' }).getByRole('listitem').all()
  await now?.getByText('after the month had begun. The seed is published on').waitFor()
  expect(await now?.getByRole('button').count()).toBe(0)
  const repeat = last?.getByRole('button', { name: 'Repeat the Draws' })
  const outcome = last?.getByRole('status')
  await repeat?.press('Enter')
  await outcome?.getByText('All 3 draws gave the same result.').waitFor()

  const changed = drawOf(3)
  changed.result = changed.result.map(([target, prank], row) => [target, row === 0 ? 'another' : prank])
  api.plans[key] = pageOf([drawOf(1), changed])
  await repeat?.click()
  await outcome?.getByText('1 of 2 draws gave another result.').waitFor()
  api.plans[key] = { body: { ...over, seed: 'ee'.repeat(32), draws: [drawOf(1)], nextCursor: null } }
  await repeat?.click()
  await outcome?.getByText('The seed is not the one of the fingerprint.').waitFor()

  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect(await violationsOf(page, { contrast: width === 1280 })).toEqual([])
  }
})
