import { expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { idOf, messageOf } from '../samples.ts'
import { noteOf, until, withAdmin } from './admin.ts'
import { operatorOf } from './fake-api.ts'

const { api, open } = withAdmin()
const replying = 'POST /api/admin/contact-messages/:id/replies'
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const fromCustomer = (text: string) => ({
  id: idOf(0x901),
  from: 'customer' as const,
  text,
  at: hoursAgo(1),
  by: null,
})

/** Opens the thread of one message from its card. */
async function openThread() {
  api.messages = [messageOf(1)]
  const page = await open('?tab=mail')
  await page.getByRole('article').getByRole('button', { name: 'Answer' }).click()
  const drawer = page.getByRole('dialog', { name: 'Where is potato 1?' })
  const field = drawer.getByLabel('Answer', { exact: true })
  await field.waitFor()
  return { page, drawer, field }
}

test('when an answer is sent, then it is in thread and card; without an answer of the server, the same text has the same key', async () => {
  const { page, drawer, field } = await openThread()
  await field.fill('Dear Pat,\nit is on its way. ')
  await field.press('Control+Enter')
  await noteOf(page, 'Answer Sent', 'pat@example.com').waitFor()
  await drawer.getByRole('listitem').filter({ hasText: 'Kim' }).getByText('it is on its way').waitFor()
  await until(async () => (await field.inputValue()) === '')
  expect(api.callsOf(replying).map(({ body }) => body)).toEqual([
    { text: 'Dear Pat,\nit is on its way.', replyCount: 0 },
  ])
  await drawer.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Thread (1)' }).waitFor()

  await page.getByRole('button', { name: 'Thread (1)' }).click()
  api.calls = []
  api.plans[replying] = { status: 502, body: { message: 'Nap time' } }
  await field.fill('Hello')
  await drawer.getByRole('button', { name: 'Send Answer' }).click()
  await drawer.getByText('It is not known whether the answer was sent').waitFor()
  delete api.plans[replying]
  await drawer.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Thread (1)' }).click()
  expect(await field.inputValue()).toBe('Hello')
  await drawer.getByRole('button', { name: 'Send Answer' }).click()
  await drawer.getByText('Hello', { exact: true }).waitFor()
  const keys = api.callsOf(replying).map(({ headers }) => headers['idempotency-key'])
  expect([keys.length, new Set(keys).size]).toEqual([2, 1])
})

test('when a thread is opened again while its answer is being sent, then the answer leaves the field once it is sent', async () => {
  const { page, drawer, field } = await openThread()
  const arrived = Promise.withResolvers<void>()
  api.plans[replying] = async () => {
    await arrived.promise
    delete api.plans[replying]
    const at = hoursAgo(0)
    const reply = { id: idOf(0x902), from: 'operator' as const, text: 'On its way', at, by: 'Kim' }
    return { status: 201, body: { ...messageOf(1, { replyCount: 1 }), replies: [reply] } }
  }
  await field.fill('On its way')
  await drawer.getByRole('button', { name: 'Send Answer' }).click()
  await drawer.getByRole('button', { name: 'Close' }).click()
  await drawer.waitFor({ state: 'hidden' })
  await page.getByRole('article').getByRole('button', { name: 'Answer' }).click()
  expect(await field.inputValue()).toBe('On its way')
  arrived.resolve()
  await noteOf(page, 'Answer Sent').waitFor()
  await drawer.getByRole('listitem').getByText('On its way').waitFor()
  expect(await field.inputValue()).toBe('')
})

test('when a thread is closed while its answer is being sent, and it fails, then a notification says so', async () => {
  const { page, drawer, field } = await openThread()
  const arrived = Promise.withResolvers<void>()
  api.plans[replying] = async () => {
    await arrived.promise
    return { status: 503, body: { message: 'Support is resting.' } }
  }
  await field.fill('On its way')
  await field.press('Control+Enter')
  await drawer.getByRole('button', { name: 'Close' }).click()
  await drawer.waitFor({ state: 'hidden' })
  arrived.resolve()
  await noteOf(
    page,
    'Answer Not Sent',
    'To pat@example.com. Support is resting. It is still in its thread.',
  ).waitFor()
})

test('when an operator with an unsent answer logs out, then it asks first, and the next operator does not find the answer', async () => {
  const { page, drawer, field } = await openThread()
  await field.fill('Half an answer')
  await drawer.getByRole('button', { name: 'Close' }).click()
  await drawer.waitFor({ state: 'hidden' })
  const question = page.getByRole('dialog', { name: 'Log out and lose what you typed?' })
  const logOut = page.getByRole('button', { name: 'Logout' })
  await logOut.click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'hidden' })
  await logOut.click()
  await question.getByRole('button', { name: 'Logout' }).click()
  await noteOf(page, 'Logged Out').waitFor()
  await page.getByLabel('Password', { exact: true }).fill('prankmaster')
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('tab', { name: /^Mail/ }).click()
  await page.getByRole('article').getByRole('button', { name: 'Answer' }).click()
  await field.waitFor()
  expect(await field.inputValue()).toBe('')
})

test('when a manager keeps an answer as a template, then it can be inserted with the name of the customer, and deleted', async () => {
  const templates: { id: string; name: string; text: string }[] = []
  api.plans['GET /api/admin/reply-templates'] = () => ({
    body: { items: templates, total: templates.length, nextCursor: null },
  })
  api.plans['POST /api/admin/reply-templates'] = ({ body }) => {
    templates.push({ id: idOf(50), name: String(body.name), text: String(body.text) })
    return { status: 201, body: templates[0] }
  }
  api.plans['DELETE /api/admin/reply-templates/:id'] = () => {
    templates.pop()
    return { status: 204, text: '' }
  }
  const { page, drawer, field } = await openThread()
  await field.fill('Dear {name},\nit is on its way.')
  await drawer.getByRole('button', { name: 'Templates' }).click()
  const dialog = page.getByRole('dialog', { name: 'Templates' })
  await dialog.getByLabel('Name').fill('Late')
  await page.keyboard.press('Enter')
  await noteOf(page, 'Template Added', 'Late').waitFor()
  await field.fill('')
  await drawer.getByLabel('Insert a template').click({ force: true })
  await page.locator('.ant-select-item-option').filter({ hasText: 'Late' }).click()
  await until(async () => (await field.inputValue()) === 'Dear Pat Potato,\nit is on its way.')
  expect(api.callsOf(replying)).toEqual([])
  await drawer.getByRole('button', { name: 'Templates' }).click()
  expect(await violationsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Delete Late' }).click()
  await dialog.getByText('Late', { exact: true }).waitFor({ state: 'detached' })
})

test('when an operator takes a message, then the card shows it; when a colleague or the customer was faster, then it says so', async () => {
  const { page, drawer, field } = await openThread()
  await drawer.getByRole('button', { name: 'Assign to Me' }).click()
  await drawer.getByText('Assigned to you').waitFor()
  await page.getByRole('article').getByText('Assigned to admin').waitFor()
  await drawer.getByRole('button', { name: 'Unassign' }).click()
  await drawer.getByText('Not assigned').waitFor()
  Object.assign(api.messages[0] ?? {}, { assignee: { id: idOf(7), name: 'Lee' } })
  await drawer.getByRole('button', { name: 'Assign to Me' }).click()
  await noteOf(page, 'Error', 'Another operator has changed').waitFor()
  await drawer.getByText('Assigned to Lee').waitFor()
  await drawer.getByRole('button', { name: 'Take Over' }).click()
  await drawer.getByText('Assigned to you').waitFor()

  api.replies = { [idOf(1)]: [fromCustomer('It arrived, thanks!')] }
  await field.fill('We send another one.')
  await drawer.getByRole('button', { name: 'Send Answer' }).click()
  await drawer.getByRole('alert').filter({ hasText: 'arrived meanwhile' }).waitFor()
  await drawer.getByText('It arrived, thanks!').waitFor()
  expect(await field.inputValue()).toBe('We send another one.')
  await drawer.getByRole('button', { name: 'Send Answer' }).click()
  await until(() => api.replies[idOf(1)]?.length === 2)
  await until(async () => (await field.inputValue()) === '')
  expect(await violationsOf(page)).toEqual([])
})

test('when the role may only read, then the thread has no field; a deleted message is said to be gone', async () => {
  api.operator = operatorOf('viewer')
  api.messages = [messageOf(1)]
  api.replies = { [idOf(1)]: [fromCustomer('Hello?')] }
  const page = await open(`?tab=mail&message=${idOf(1)}`, {
    stranger: true,
    stored: { 'prankpost-admin-account': 'kim@shop.test' },
  })
  await page.getByText('Hello?').waitFor()
  expect(await page.getByRole('button', { name: 'Send Answer' }).count()).toBe(0)
  await page.goto(`/admin?tab=mail&message=${idOf(2)}`)
  await page.getByText('No Such Message').waitFor()
})
