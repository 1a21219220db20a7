import { expect, test } from 'vitest'
import { idOf, messageOf, planOf } from '../samples.ts'
import { withAdmin } from './admin.ts'

const { api, open } = withAdmin()
const prankOf = (n: number) => ({
  ...{ id: idOf(n), name: `Prank ${n}`, description: '', price: '4.99', tier: 'Standard', image: 'potato' },
  ...{ picture: null, soldOut: false, stock: null, reserved: 0, contents: '', allergens: '', onSale: true },
  ...{ position: n, revision: 3, updatedAt: '2026-03-01T10:00:00.000Z' },
})
const lists = {
  plans: { key: 'GET /api/admin/subscriptions', rowOf: planOf, keys: ['Enter', 's'] },
  pranks: { key: 'GET /api/admin/pranks', rowOf: prankOf, keys: ['Enter', 'p'] },
  mail: { key: 'GET /api/admin/contact-messages', rowOf: messageOf, keys: ['Enter'] },
}

test.each(Object.entries(lists))(
  'when the next page of %s is still being read, then no key opens a row of the one before',
  async (tab, { key, rowOf, keys }) => {
    const answered = Promise.withResolvers<void>()
    api.plans[key] = async ({ query }) => {
      if (query.has('cursor')) await answered.promise
      const [n, nextCursor] = query.has('cursor') ? [1, null] : [2, 'older']
      return { body: { items: [rowOf(n)], total: 51, nextCursor } }
    }
    const page = await open(`?tab=${tab}`)
    const row = page.getByRole('article')
    await row.waitFor()
    const before = await row.getByRole('heading').textContent()
    await page.keyboard.press('j')
    await page.getByRole('button', { name: 'Older' }).click()
    await page.locator('[aria-busy="true"]').waitFor()
    for (const pressed of ['j', ...keys]) await page.keyboard.press(pressed)
    answered.resolve()
    await row.getByText(String(before), { exact: true }).waitFor({ state: 'detached' })
    // A drawer is in the URL before its code is loaded.
    expect([...new URL(page.url()).searchParams.keys()]).toEqual(['tab', 'cursor'])
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
  },
)
