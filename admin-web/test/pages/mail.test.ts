import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { idOf, messageOf } from '../samples.ts'
import { noteOf, typeQuickly, until, withAdmin } from './admin.ts'

const { api, open } = withAdmin()
const list = 'GET /api/admin/contact-messages'
const change = 'PUT /api/admin/contact-messages/:id'
const broken = { status: 500, body: { message: 'The mailbox is on fire' } }
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const cardOf = (page: Page, n: number) => page.getByRole('article', { name: `Where is potato ${n}?` })
const choose = async (page: Page, n: number, status: string) => {
  await cardOf(page, n).getByLabel(`Status of Where is potato ${n}?`).click({ force: true })
  await page.locator('.ant-select-item-option').filter({ hasText: status }).click()
}
const changes = () => api.callsOf(change).map(({ body }) => body)

describe('the list', () => {
  test('when there are messages, then a card shows all fields, and when an answer is due, Reply addresses a mail to its sender, and j and k move', async () => {
    api.messages = [
      messageOf(2, { status: 'in_progress', waitingSince: hoursAgo(29.5) }),
      messageOf(1, { email: 'a+b@example.com', waitingSince: hoursAgo(2) }),
    ]
    const page = await open('?tab=mail')
    const card = cardOf(page, 1)
    await card.getByText('Pat Potato').waitFor()
    await card.getByText('Answer due in 21 h').waitFor()
    await page.getByText('Answer overdue by 5 h').waitFor()
    const words = await card.textContent()
    for (const part of ['a+b@example.com', 'It is late.\nVery late.', 'New', '2026', '00000001']) {
      expect(words).toContain(part)
    }
    expect(await card.getByRole('link', { name: 'Reply' }).getAttribute('href')).toBe(
      'mailto:a%2Bb@example.com?subject=Re%3A%20Where%20is%20potato%201%3F',
    )
    expect(await violationsOf(page)).toEqual([])
    const seeOn = (n: number) => cardOf(page, n).and(page.locator(':focus')).waitFor()
    for (const [key, n] of [
      ['j', 2],
      ['j', 1],
      ['j', 1],
      ['k', 2],
    ] as const) {
      await page.keyboard.press(key)
      await seeOn(n)
    }
  })

  test('when the list cannot be read or is empty, then the page says so; with a filter it offers to clear it', async () => {
    api.plans[list] = broken
    const page = await open('?tab=mail')
    await page.getByText('The mailbox is on fire').waitFor()
    delete api.plans[list]
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByText('No Messages Yet').waitFor()
    api.messages = [messageOf(1)]
    await page.getByLabel('Search messages').fill('sock')
    await page.getByText('Nothing Found').waitFor()
    await page.getByRole('button', { name: 'Clear Filter' }).click()
    await cardOf(page, 1).waitFor()
    expect(new URL(page.url()).search).toBe('?tab=mail')
  })

  test('when Older, Newer, Newest or Back is clicked, then that page opens, and its address opens it again', async () => {
    const pages: Record<string, object> = {
      '': { items: [messageOf(103)], nextCursor: idOf(54) },
      [idOf(54)]: { items: [messageOf(53)], nextCursor: idOf(4) },
      [idOf(4)]: { items: [messageOf(3)], nextCursor: null },
    }
    api.plans[list] = ({ query }) => ({ body: { ...pages[query.get('cursor') ?? ''], total: 103 } })
    const page = await open('?tab=mail')
    await page.getByText('1 to 1 of 103').waitFor()
    await page.getByRole('button', { name: 'Older' }).click()
    await page.getByText('51 to 51 of 103').waitFor()
    expect(new URL(page.url()).search).toBe(`?tab=mail&cursor=${idOf(54)}`)
    await page.getByRole('button', { name: 'Older' }).click()
    await page.getByText('101 to 101 of 103').waitFor()
    await until(() => page.getByRole('button', { name: 'Older' }).isDisabled())
    await page.reload()
    await page.getByText('101 to 101 of 103').waitFor()
    expect(new URL(page.url()).search).toBe(`?tab=mail&cursor=${idOf(54)}&cursor=${idOf(4)}`)
    await page.getByRole('button', { name: 'Newer' }).click()
    await page.getByText('51 to 51 of 103').waitFor()
    await page.goBack()
    await page.getByText('101 to 101 of 103').waitFor()
    await page.getByRole('button', { name: 'Newest' }).click()
    await page.getByText('1 to 1 of 103').waitFor()
    expect(new URL(page.url()).search).toBe('?tab=mail')
  })

  test('when Older is clicked again before the page has come, then no page is left out or shown twice', async () => {
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
    api.plans[list] = async ({ query }) => {
      if (query.get('cursor')) await arrived
      const items = [messageOf(query.get('cursor') ? 53 : 103)]
      return { body: { items, total: 53, nextCursor: query.get('cursor') ? null : idOf(54) } }
    }
    const page = await open('?tab=mail')
    await page.getByText('1 to 1 of 53').waitFor()
    const older = page.getByRole('button', { name: 'Older' })
    await older.click()
    await page.getByText('51 to 51 of 53').waitFor()
    expect(await older.isDisabled()).toBe(true)
    arrive()
    await cardOf(page, 53).waitFor()
    expect(new URL(page.url()).search).toBe(`?tab=mail&cursor=${idOf(54)}`)
  })

  test('when a text is typed, then one search is made for all of it, and the list starts at the first page', async () => {
    api.messages = [60, 11, 10].map((n) => messageOf(n))
    const page = await open(`?tab=mail&cursor=${idOf(11)}`)
    await cardOf(page, 10).waitFor()
    await typeQuickly(page.getByLabel('Search messages'), 'potato 60')
    await cardOf(page, 60).waitFor()
    const searches = api.callsOf(list).map(({ query }) => query.get('q'))
    expect(searches.filter((q) => q !== null)).toEqual(['potato 60'])
    await page.goBack()
    await cardOf(page, 10).waitFor()
    expect(await page.getByLabel('Search messages').inputValue()).toBe('')
  })

  test('when a status is chosen, then only its messages are requested, and exported under their name; a failure is reported', async () => {
    api.messages = [messageOf(1), messageOf(2, { status: 'resolved' })]
    const page = await open('?tab=mail')
    await cardOf(page, 1).waitFor()
    await page.getByLabel('Status filter').click({ force: true })
    await page.locator('.ant-select-item-option').filter({ hasText: 'Resolved' }).click()
    await cardOf(page, 1).waitFor({ state: 'detached' })
    await cardOf(page, 2).waitFor()
    expect(new URL(page.url()).search).toBe('?tab=mail&status=resolved')

    const key = `${list}/export`
    api.plans[key] = {
      text: 'Subject\r\n',
      headers: { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="messages.csv"' },
    }
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    const call = api.callsOf(key)[0]
    expect([file.suggestedFilename(), call?.password, call?.query.toString()]).toEqual([
      'messages.csv',
      'prankmaster',
      'status=resolved',
    ])
    api.plans[key] = broken
    await page.getByRole('button', { name: 'Export CSV' }).click()
    await noteOf(page, 'Export Failed', 'on fire').waitFor()
  })
})

describe('a message', () => {
  test('when another status is chosen, then it is shown at once, and confirmed when it is saved; if it is rejected, the previous one returns; it is deleted once that is confirmed', async () => {
    api.messages = [messageOf(1), messageOf(2)]
    const page = await open('?tab=mail')
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    api.plans[change] = async () => {
      await held
      return { body: messageOf(1, { status: 'in_progress' }) }
    }
    await choose(page, 1, 'In Progress')
    await cardOf(page, 1).locator('.ant-tag', { hasText: 'In Progress' }).waitFor()
    expect(await noteOf(page, 'Message Updated').count()).toBe(0)
    api.messages = [messageOf(1, { status: 'in_progress' }), messageOf(2)]
    answer()
    await noteOf(page, 'Message Updated').waitFor()
    expect(changes()).toEqual([{ status: 'in_progress', previous: { status: 'new' } }])

    api.plans[change] = broken
    await choose(page, 1, 'Resolved')
    await noteOf(page, 'Error', 'Failed to update message').waitFor()
    await cardOf(page, 1).locator('.ant-tag', { hasText: 'In Progress' }).waitFor()

    await cardOf(page, 1).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(api.messages).toHaveLength(2)

    const remove = 'DELETE /api/admin/contact-messages/:id'
    api.plans[remove] = broken
    await cardOf(page, 1).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await noteOf(page, 'Error', 'Failed to delete message').waitFor()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await cardOf(page, 1).waitFor()
    delete api.plans[remove]
    await cardOf(page, 1).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await noteOf(page, 'Message Deleted').waitFor()
    await cardOf(page, 1).waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: 'Mail (1)' }).waitFor()
  })

  test('when the customer has written again since the list was read, then the status stays, and the operator sees why', async () => {
    api.messages = [messageOf(1, { status: 'in_progress' })]
    const page = await open('?tab=mail')
    await cardOf(page, 1).waitFor()
    api.messages = [messageOf(1, { status: 'new' })]
    await choose(page, 1, 'Resolved')
    await noteOf(page, 'Error', 'changed this message meanwhile').waitFor()
    await cardOf(page, 1).locator('.ant-tag', { hasText: 'New' }).waitFor()
    expect(api.messages[0]?.status).toBe('new')
  })
})
