import { type AuditEntry, isAudited } from '@prankpost/contracts/audit'
import type { Endpoint } from '@prankpost/contracts/endpoint'
import { operatorApi } from '@prankpost/contracts/operator-api'
import { serviceNames } from '@prankpost/contracts/services'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { actionOf } from '../../src/features/audit/descriptions.ts'
import { auditEntryOf, idOf } from '../samples.ts'
import { untilFits, withAdmin } from './admin.ts'
import { wordsIn } from './words.ts'

const { api, open } = withAdmin()
const trailOf = (service: string) => `GET /api/admin/audit/${service}`
const rowOf = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words })
const rowsOf = (page: Page) =>
  page.getByRole('table', { name: 'Audit trail' }).locator('tbody tr.ant-table-row')

const isRead = ({ endpoint }: AuditEntry) => endpoint.startsWith('GET ') && !endpoint.endsWith('/export')
const orders = (n: number, part: Partial<AuditEntry>) =>
  auditEntryOf(n, { endpoint: 'GET /api/admin/orders', body: null, ...part })
const search = orders(5, { params: { limit: '50', q: 'pat', status: 'paid', cursor: idOf(1) }, records: 50 })
const exported = orders(6, { endpoint: 'GET /api/admin/orders/export', params: { q: 'pat' }, records: 1 })

/** Answers each service's trail as the service does: newest first, `cursor` is the id of the previous entry. */
function keep(entries: AuditEntry[]) {
  for (const service of serviceNames) {
    const own = entries.filter((entry) => entry.service === service).sort((a, b) => (a.id < b.id ? 1 : -1))
    api.plans[trailOf(service)] = ({ query }) => {
      const [q = '', cursor, kind] = ['q', 'cursor', 'kind'].map((name) => query.get(name) ?? undefined)
      const isWanted = (entry: AuditEntry) => kind === undefined || (kind === 'reads') === isRead(entry)
      const found = own.filter((entry) => JSON.stringify(entry).includes(q) && isWanted(entry))
      const rest = found.filter(({ id }) => cursor === undefined || id < cursor)
      const items = rest.slice(0, Number(query.get('limit')))
      const isMore = items.length < rest.length
      return { body: { items, total: found.length, nextCursor: (isMore && items.at(-1)?.id) || null } }
    }
  }
}
const login = auditEntryOf(2, {
  service: 'auth',
  endpoint: 'POST /api/admin/login',
  params: {},
  body: null,
  outcome: { status: 401, ms: 3 },
})
const replay = auditEntryOf(3, {
  service: 'achievement',
  endpoint: 'POST /api/admin/dead-letters/achievement/replay',
  params: {},
  body: '{"event":"contact-saved"}',
  outcome: { status: 503, ms: 2_004 },
})
const unknown = auditEntryOf(4, {
  service: 'support',
  endpoint: 'DELETE /api/admin/contact-messages/:id',
  outcome: null,
})

test('when several services have entries, then one list shows them, newest first, with action, subject, origin and result', async () => {
  const orderIds = Array.from({ length: 200 }, (_, n) => idOf(n))
  const many = { endpoint: 'POST /api/admin/orders/status', params: {} }
  keep([
    ...[auditEntryOf(1), login, replay, unknown, search, exported],
    auditEntryOf(7, { ...many, body: JSON.stringify({ orderIds, status: 'shipped' }) }),
    auditEntryOf(8, { ...many, body: '{"orderIds":["00... (20001 characters in all)' }),
  ])
  const page = await open('?tab=audit')
  await rowOf(page, 'Set the status of an order').waitFor()
  const words = await Promise.all((await rowsOf(page).all()).map(wordsIn))
  const wanted = [
    ['(20001 characters in all)'],
    ['orderIds (200) · status shipped'],
    ['Exported orders', '1 record · search “pat”'],
    ['Read orders', '50 records · search “pat” · status paid · older page'],
    ['Deleted a message', 'Support', 'Unknown'],
    ['Replayed dead letters', 'event contact-saved', 'Achievement', 'Failed (503)'],
    ['Logged in', 'Log-ins', 'Refused (401)', '203.0.113.9'],
    ['Set the status of an order', 'id 000002BD · status shipped', 'Order', 'Done', 'Jan 2, 2026'],
  ]
  expect(words).toHaveLength(wanted.length)
  for (const [n, parts] of wanted.entries()) for (const part of parts) expect(words[n]).toContain(part)
  await page.getByRole('tab', { name: 'Audit (8)' }).waitFor()
  for (const width of [375, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await rowOf(page, 'Read orders').getByText('50 records').waitFor()
    await untilFits(page, width)
  }
  expect(await violationsOf(page)).toEqual([])
})

test('when an entry is opened by key, click or its address, then all fields are shown, and Escape closes it', async () => {
  keep([auditEntryOf(1), unknown, search])
  const page = await open(`?tab=audit&entry=${unknown.id}`)
  await page.getByText('The process ended before it could say; it may have been done.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect(page.url()).not.toContain('entry=')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const read = page.getByRole('dialog', { name: 'Read orders' })
  await read.getByText('Status 200, after 12 ms').waitFor()
  const said = await wordsIn(read)
  for (const part of ['Handed out', '50 records', 'admin, from 203.0.113.9', 'GET /api/admin/orders'])
    expect(said).toContain(part)
  await page.keyboard.press('Escape')
  await read.waitFor({ state: 'hidden' })

  await page.getByRole('button', { name: /^View Set the status/ }).click()
  const drawer = page.getByRole('dialog', { name: 'Set the status of an order' })
  await drawer.getByText('Status 200, after 12 ms').waitFor()
  const words = await wordsIn(drawer)
  const wanted = [
    'admin, from 203.0.113.9',
    'PATCH /api/admin/orders/:id/status',
    idOf(701),
    'request-1',
    '"status": "shipped"',
  ]
  for (const part of [...wanted, '2026-01-02T15:05:00.000Z']) expect(words).toContain(part)
  expect(await violationsOf(page)).toEqual([])
})

test('when there is more than one page, then older entries of all services follow, each once', async () => {
  keep(Array.from({ length: 60 }, (_, n) => auditEntryOf(n + 1, { service: serviceNames[n % 3] as string })))
  const page = await open('?tab=audit')
  const seen: string[] = []
  for (const wanted of [50, 10]) {
    await page.waitForFunction(
      ([rows, first]) => {
        const shown = [...document.querySelectorAll('.audit tbody tr.ant-table-row')]
        return shown.length === rows && shown[0]?.getAttribute('data-row-key') !== first
      },
      [wanted, seen.at(-50) ?? ''] as const,
    )
    const keys = await rowsOf(page).evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row-key')))
    seen.push(...keys.map(String))
    if (wanted === 50) await page.getByRole('button', { name: 'Older' }).click()
  }
  expect(seen).toEqual(Array.from({ length: 60 }, (_, n) => idOf(60 - n)))
})

test('when a service or a text is chosen, then only its entries are shown, and another one cannot be opened; a text typed while the filter is cleared stays', async () => {
  keep([auditEntryOf(1), login, replay])
  const page = await open(`?tab=audit&status=auth&entry=${idOf(999)}`)
  await page.getByText('Not on This Page').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await rowOf(page, 'Logged in').waitFor()
  expect(await rowsOf(page).count()).toBe(1)
  await page.getByLabel('Search the audit trail').fill('unmatched')
  await page.waitForURL((url) => url.searchParams.get('q') === 'unmatched')
  await page.getByText('Nothing Found').waitFor()
  // One task of the page, so that nothing is rendered between the click and the typing.
  await page.evaluate(() => {
    const button = [...document.querySelectorAll('button')].find((one) => one.textContent === 'Clear Filter')
    const input = document.querySelector<HTMLInputElement>('[aria-label="Search the audit trail"]')
    if (!button || !input) throw new Error('The page has no filter to clear.')
    button.click()
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'contact-saved')
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await page.waitForURL((url) => url.searchParams.get('q') === 'contact-saved')
  await rowOf(page, 'Logged in').waitFor({ state: 'detached' })
  await rowOf(page, 'Replayed dead letters').waitFor()
})

test('when services are unavailable, then the list says what is missing, and Retry reads all again; an empty one says so', async () => {
  for (const service of serviceNames) {
    api.plans[trailOf(service)] = { status: 503, body: { message: 'All asleep.' } }
  }
  const page = await open('?tab=audit')
  await page.getByText('All asleep.').waitFor()
  keep([auditEntryOf(1), login])
  api.plans[trailOf('support')] = { status: 503, body: { message: 'It sleeps.' } }
  await page.getByRole('button', { name: /retry|try again/i }).click()
  await rowOf(page, 'Logged in').waitFor()
  await page.getByText('This list is incomplete: Support did not answer.').waitFor()
  keep([])
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByText('Nothing Done Yet').waitFor()
})

test('when reads are excluded or included, then the address contains it, the newest page is shown, and it can be cleared', async () => {
  keep([auditEntryOf(1), search, exported])
  const page = await open(`?tab=audit&kind=changes&cursor=${idOf(90)}`)
  const choose = async (label: string) => {
    await page.getByLabel('Kind filter').click()
    await page.getByTitle(label, { exact: true }).last().click()
  }
  await rowOf(page, 'Exported orders').waitFor()
  expect(await rowsOf(page).count()).toBe(2)
  await choose('Reads only')
  await rowOf(page, 'Exported orders').waitFor({ state: 'detached' })
  expect(await rowsOf(page).count()).toBe(1)
  expect(new URL(page.url()).search).toBe('?tab=audit&kind=reads')
  await choose('Changes and reads')
  await rowOf(page, 'Exported orders').waitFor()
  expect(await rowsOf(page).count()).toBe(3)
  expect(new URL(page.url()).search).toBe('?tab=audit')

  keep([login])
  await choose('Reads only')
  await page.getByText('Nothing Found').waitFor()
  await page.getByRole('button', { name: 'Clear Filter' }).click()
  await rowOf(page, 'Logged in').waitFor()
})

test('when an endpoint is audited, then it has a description', () => {
  const keys = (Object.entries(operatorApi) as [string, Endpoint][]).filter(([, one]) => isAudited(one))
  expect(keys.length).toBeGreaterThan(30)
  expect(keys.filter(([endpoint]) => actionOf(auditEntryOf(1, { endpoint })) === endpoint)).toEqual([])
})
