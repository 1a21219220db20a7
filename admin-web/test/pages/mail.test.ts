import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { idOf, messageOf } from '../samples.ts'
import { noteOf, withAdmin } from './admin.ts'

const { api, open } = withAdmin()
const list = 'GET /api/admin/contact-messages'
const change = 'PUT /api/admin/contact-messages/:id'
const broken = { status: 500, body: { message: 'The mailbox is on fire' } }
const cardOf = (page: Page, n: number) => page.getByRole('article', { name: `Where is potato ${n}?` })
const choose = async (page: Page, n: number, status: string) => {
  await cardOf(page, n).getByLabel(`Status of Where is potato ${n}?`).click({ force: true })
  await page.locator('.ant-select-item-option').filter({ hasText: status }).click()
}
const changes = () => api.callsOf(change).map(({ body }) => body)

describe('the list', () => {
  test('when there are messages, then a card shows all fields of one, and Reply addresses a mail to its sender', async () => {
    api.messages = [messageOf(1, { subject: 'Where is potato 1?', email: 'a+b@example.com' })]
    const page = await open('?tab=mail')
    const card = cardOf(page, 1)
    await card.getByText('Pat Potato').waitFor()
    const words = await card.textContent()
    for (const part of ['a+b@example.com', 'It is late.\nVery late.', 'New', '2026', '00000001']) {
      expect(words).toContain(part)
    }
    expect(await card.getByRole('link', { name: 'Reply' }).getAttribute('href')).toBe(
      'mailto:a%2Bb@example.com?subject=Re%3A%20Where%20is%20potato%201%3F',
    )
  })

  test('when there are no messages, then the page says so; with a filter it offers to clear it', async () => {
    const page = await open('?tab=mail')
    await page.getByText('No Messages Yet').waitFor()
    api.messages = [messageOf(1)]
    await page.goto('/admin?tab=mail&q=sock')
    await page.getByText('Nothing Found').waitFor()
    await page.getByRole('button', { name: 'Clear Filter' }).click()
    await cardOf(page, 1).waitFor()
    expect(new URL(page.url()).search).toBe('?tab=mail')
  })

  test('when the list cannot be read, then the reason is shown, and Retry reads it again', async () => {
    api.plans[list] = broken
    const page = await open('?tab=mail')
    await page.getByText('The mailbox is on fire').waitFor()
    delete api.plans[list]
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByText('No Messages Yet').waitFor()
  })

  test('when Older is clicked, then the next page opens, is in the address, and stays open after a reload', async () => {
    api.messages = Array.from({ length: 53 }, (_, i) => messageOf(53 - i))
    const page = await open('?tab=mail')
    await page.getByText('1 to 50 of 53').waitFor()
    await page.getByRole('button', { name: 'Older' }).click()
    await page.getByText('51 to 53 of 53').waitFor()
    expect(await page.getByRole('button', { name: 'Older' }).isDisabled()).toBe(true)
    await page.reload()
    await page.getByText('51 to 53 of 53').waitFor()
    expect(new URL(page.url()).search).toBe(`?tab=mail&cursor=${idOf(4)}`)
  })

  test('when an older page is opened by its link, then Newer, Newest and Back move between the pages', async () => {
    api.messages = Array.from({ length: 103 }, (_, i) => messageOf(103 - i))
    const page = await open(`?tab=mail&cursor=${idOf(54)}&cursor=${idOf(4)}`)
    await page.getByText('101 to 103 of 103').waitFor()
    await page.getByRole('button', { name: 'Newer' }).click()
    await page.getByText('51 to 100 of 103').waitFor()
    await page.goBack()
    await page.getByText('101 to 103 of 103').waitFor()
    await page.getByRole('button', { name: 'Newest' }).click()
    await page.getByText('1 to 50 of 103').waitFor()
    expect(new URL(page.url()).search).toBe('?tab=mail')
  })

  test('when a text is typed, then one search is made for all of it, and the list starts at the first page', async () => {
    api.messages = Array.from({ length: 60 }, (_, i) => messageOf(60 - i))
    const page = await open(`?tab=mail&cursor=${idOf(11)}`)
    await cardOf(page, 10).waitFor()
    await page.getByLabel('Search messages').pressSequentially('potato 60')
    await cardOf(page, 60).waitFor()
    const searches = api.callsOf(list).map(({ query }) => query.get('q'))
    expect(searches.filter((q) => q !== null)).toEqual(['potato 60'])
    await page.goBack()
    await cardOf(page, 10).waitFor()
    expect(await page.getByLabel('Search messages').inputValue()).toBe('')
  })

  test('when a status is chosen, then only messages with that status are requested', async () => {
    api.messages = [messageOf(1), messageOf(2, { status: 'resolved' })]
    const page = await open('?tab=mail')
    await cardOf(page, 1).waitFor()
    await page.getByLabel('Status filter').click({ force: true })
    await page.locator('.ant-select-item-option').filter({ hasText: 'Resolved' }).click()
    await cardOf(page, 1).waitFor({ state: 'detached' })
    await cardOf(page, 2).waitFor()
    expect(new URL(page.url()).search).toBe('?tab=mail&status=resolved')
  })

  test('when Export CSV is clicked, then the filtered list is saved under its name; a failure is reported', async () => {
    const key = `${list}/export`
    api.plans[key] = {
      text: 'Subject\r\n',
      headers: { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="messages.csv"' },
    }
    const page = await open('?tab=mail&status=new')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    const call = api.callsOf(key)[0]
    expect([file.suggestedFilename(), call?.password, call?.query.toString()]).toEqual([
      'messages.csv',
      'prankmaster',
      'status=new',
    ])
    api.plans[key] = broken
    await page.getByRole('button', { name: 'Export CSV' }).click()
    await noteOf(page, 'Export Failed', 'on fire').waitFor()
  })

  test('when j and k are pressed, then they move through the cards', async () => {
    api.messages = [messageOf(2), messageOf(1)]
    const page = await open('?tab=mail')
    await cardOf(page, 2).waitFor()
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
})

describe('the status', () => {
  test('when another is chosen, then it is shown at once, only the status is saved, and a toast confirms it', async () => {
    api.messages = [messageOf(1)]
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
    api.messages = [messageOf(1, { status: 'in_progress' })]
    answer()
    await noteOf(page, 'Message Updated').waitFor()
    expect(changes()).toEqual([{ status: 'in_progress' }])
  })

  test('when the server rejects it, then the previous status is shown again, and a toast reports it', async () => {
    api.messages = [messageOf(1)]
    api.plans[change] = broken
    const page = await open('?tab=mail')
    await choose(page, 1, 'Resolved')
    await noteOf(page, 'Error', 'Failed to update message').waitFor()
    await cardOf(page, 1).locator('.ant-tag', { hasText: 'New' }).waitFor()
  })
})

describe('deleting', () => {
  test('when it is confirmed, then the message is deleted and the count updated; nothing is sent before', async () => {
    api.messages = [messageOf(1), messageOf(2)]
    const page = await open('?tab=mail')
    await cardOf(page, 1).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(api.messages).toHaveLength(2)
    await cardOf(page, 1).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await noteOf(page, 'Message Deleted').waitFor()
    await cardOf(page, 1).waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: 'Mail (1)' }).waitFor()
  })

  test('when the server fails, then a toast reports it, and the message is still listed', async () => {
    api.messages = [messageOf(1)]
    api.plans['DELETE /api/admin/contact-messages/:id'] = broken
    const page = await open('?tab=mail')
    await cardOf(page, 1).getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await noteOf(page, 'Error', 'Failed to delete message').waitFor()
    await cardOf(page, 1).waitFor()
  })
})

test('when axe checks it at 1440 and 1024 px, then it finds nothing serious', async () => {
  api.messages = [messageOf(1), messageOf(2, { status: 'in_progress' }), messageOf(3, { status: 'resolved' })]
  const page = await open('?tab=mail')
  await cardOf(page, 1).waitFor()
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await violationsOf(page)).toEqual([])
  }
})
