import { expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { messageOf } from '../samples.ts'
import { noteOf, typeQuickly, until, untilIdle, withAdmin } from './admin.ts'

const { api, open } = withAdmin()
const change = 'PUT /api/admin/contact-messages/:id'
const bodies = () => api.callsOf(change).map(({ body }) => body)
const notesNow = () => api.messages[0]?.adminNotes

async function openNotes(part = {}) {
  api.messages = [messageOf(1, part)]
  const page = await open('?tab=mail')
  const notes = page.getByLabel('Admin Notes')
  await notes.waitFor()
  return { page, notes }
}

test('when notes are typed, then they are saved once after the last key, also during a save, or when the tab is changed or the page left', async () => {
  const { page, notes } = await openNotes({ adminNotes: 'Asked' })
  await typeQuickly(notes, ' the post office.')
  await noteOf(page, 'Message Updated').waitFor()
  expect(bodies()).toEqual([{ adminNotes: 'Asked the post office.', previous: { adminNotes: 'Asked' } }])
  await notes.fill('')
  await until(() => notesNow() === null)

  await notes.fill('On its way')
  await page.getByRole('tab', { name: /^Orders/ }).click()
  await until(() => notesNow() === 'On its way')
  await page.getByRole('tab', { name: /^Mail/ }).click()
  await until(async () => (await notes.inputValue()) === 'On its way')

  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  api.plans[change] = async ({ body }) => {
    if (body.adminNotes === 'one') await held
    Object.assign(api.messages[0] ?? {}, { adminNotes: body.adminNotes })
    return { body: api.messages[0] }
  }
  await notes.fill('one')
  await until(() => bodies().at(-1)?.adminNotes === 'one')
  await notes.fill('one, two')
  await notes.blur()
  answer()
  await until(() => notesNow() === 'one, two')
  expect(bodies().at(-1)).toEqual({ adminNotes: 'one, two', previous: { adminNotes: 'one' } })
  await page.getByText('Not saved').waitFor({ state: 'detached' })
  expect(await notes.inputValue()).toBe('one, two')

  // The page is gone before its timer for typed text runs out.
  await notes.evaluate((field: HTMLTextAreaElement) => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, 'Last words')
    field.dispatchEvent(new Event('input', { bubbles: true }))
    setTimeout(() => globalThis.location.assign('/admin?tab=none'))
  })
  await until(() => notesNow() === 'Last words')
  await page.waitForURL(/tab=none/)
})

test('when a save fails or the session ends, then the typed text is kept, also through the login, and Save Again saves it', async () => {
  const { page, notes } = await openNotes()
  api.plans[change] = { status: 500, body: { message: 'On fire' } }
  await notes.fill('Precious')
  await noteOf(page, 'Error', 'Failed to update message').waitFor()
  expect(await notes.inputValue()).toBe('Precious')
  delete api.plans[change]
  await page.getByRole('button', { name: 'Save Again' }).click()
  await until(() => notesNow() === 'Precious')

  api.plans[change] = { status: 401, body: { message: 'Invalid admin password.', code: 'unauthorized' } }
  await notes.fill('More precious')
  await page.getByRole('heading', { name: 'Admin Access' }).waitFor()
  delete api.plans[change]
  await page.getByLabel('Password', { exact: true }).fill(api.password)
  await page.getByRole('button', { name: 'Login' }).click()
  await notes.waitFor()
  expect(await notes.inputValue()).toBe('More precious')
  await page.getByRole('button', { name: 'Save Again' }).click()
  await until(() => notesNow() === 'More precious')
})

test('when the notes were changed elsewhere, then nothing is overwritten until the operator decides', async () => {
  const { page, notes } = await openNotes()
  const alert = page.getByRole('alert').filter({ hasText: 'Another operator has changed these notes' })
  for (const [choice, theirs, mine, end] of [
    ['Reload Theirs', 'Theirs', 'Mine', 'Theirs'],
    ['Keep Mine', 'Theirs 2', 'Mine 2', 'Mine 2'],
    ['Keep Both', 'Theirs 3', 'Mine 3', 'Theirs 3\nMine 3'],
  ] as const) {
    // The list is read again after a save: it must not read what is changed now.
    await untilIdle(page)
    Object.assign(api.messages[0] ?? {}, { adminNotes: theirs })
    await notes.fill(mine)
    await alert.getByText(theirs, { exact: true }).waitFor()
    expect([await notes.inputValue(), notesNow()]).toEqual([mine, theirs])
    if (choice === 'Reload Theirs') expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: choice }).click()
    await alert.waitFor({ state: 'detached' })
    await until(() => notesNow() === end)
    expect(await notes.inputValue()).toBe(end)
  }
})
