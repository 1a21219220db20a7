import type { AdminText } from '@prankpost/contracts/text'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { noteOf, until, withAdmin } from './admin.ts'
import { operatorOf } from './fake-api.ts'
import { settingsOf, textOf } from './fake-settings.ts'

const { api, open } = withAdmin()
const read = 'GET /api/admin/settings'
const change = 'PATCH /api/admin/settings'
const bodies = () => api.callsOf(change).map(({ body }) => body)
const conflict = (message: string) => ({ status: 409, body: { message, code: 'conflict', requestId: 'r' } })
const saves = (over: Parameters<typeof settingsOf>[0]) => {
  api.plans[change] = { body: settingsOf({ revision: 8, ...over }) }
}
const form = (page: Page, name: string) => page.getByRole('form', { name })
const confirm = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name }).click()

describe('the settings', () => {
  test('when nothing is set, then the defaults are shown; only a correct change is sent, with the revision, and an empty field restores the default', async () => {
    const page = await open('?tab=settings')
    const labels = form(page, 'Labels')
    await labels.waitFor()
    expect(await labels.getByLabel('Sender', { exact: true }).getAttribute('placeholder')).toBe(
      'Parcel Services (default)',
    )
    expect(
      await form(page, 'Limits')
        .getByLabel(/Low stock/)
        .getAttribute('placeholder'),
    ).toBe('5 (default)')
    await labels.getByText('Labels have no return address').waitFor()
    for (const name of ['Save Labels', 'Save Limits', 'Close Shop'])
      expect(await page.getByRole('button', { name }).isDisabled()).toBe(true)
    expect(await page.getByRole('tab', { name: 'Settings', exact: true }).count()).toBe(1)
    expect(await violationsOf(page)).toEqual([])

    await page.getByLabel('Parcels to one address in 30 days').fill('0')
    await page.getByText('1 to 10000, or nothing for the default.').waitFor()
    expect(await page.getByRole('button', { name: 'Save Limits' }).isDisabled()).toBe(true)
    await page.getByLabel('Parcels to one address in 30 days').fill('20')
    saves({ addressCap: 20 })
    await page.keyboard.press('Enter')
    await noteOf(page, 'Settings Saved').waitFor()
    expect(bodies()).toEqual([{ addressCap: 20, revision: 7 }])

    saves({ sender: 'Box 42', revision: 9 })
    await page.getByLabel('Sender', { exact: true }).fill(' Box 42 ')
    await page.getByRole('button', { name: 'Save Labels' }).click()
    await until(() => bodies().length === 2)
    expect(bodies()[1]).toEqual({ sender: 'Box 42', revision: 8 })
    await until(() => page.getByRole('button', { name: 'Save Labels' }).isDisabled())
    await page.getByLabel('Sender', { exact: true }).fill('')
    await page.getByRole('button', { name: 'Save Labels' }).click()
    await until(async () => bodies().length === 3)
    expect(bodies()[2]).toEqual({ sender: null, revision: 9 })
    await until(() => page.getByRole('button', { name: 'Save Labels' }).isDisabled())

    const address = form(page, 'Mails to You').getByLabel('Email address')
    await address.fill('desk@shop')
    await page.getByText('Please enter a valid email address.').waitFor()
    saves({ operatorEmail: 'desk@shop.test', revision: 10 })
    await address.fill('desk@shop.test')
    await page.keyboard.press('Enter')
    await until(() => bodies().length === 4)
    expect(bodies()[3]).toEqual({ operatorEmail: 'desk@shop.test', revision: 9 })
  })

  test('when the tab is left before the answer, then a failure is still said', async () => {
    const arrived = Promise.withResolvers<void>()
    api.plans[change] = async () => {
      await arrived.promise
      return conflict('The settings were changed by another operator meanwhile.')
    }
    const page = await open('?tab=settings')
    await page.getByLabel('Sender', { exact: true }).fill('Box 42')
    await page.keyboard.press('Enter')
    await until(() => bodies().length === 1)
    await page.getByRole('tab', { name: /^Mail/ }).click()
    await page.getByText('No Messages Yet').waitFor()
    arrived.resolve()
    await noteOf(page, 'Settings Not Saved', 'changed by another operator meanwhile').waitFor()
  })

  test('when a support opens them, then they can be read only', async () => {
    api.operator = operatorOf('support')
    const page = await open('?tab=settings', {
      stranger: true,
      stored: { 'prankpost-admin-account': 'kim@shop.test' },
    })
    await form(page, 'Labels').waitFor()
    expect(await page.getByLabel('Sender', { exact: true }).isDisabled()).toBe(true)
    expect(await page.getByRole('button', { name: /Save|Close Shop|Open Shop/ }).count()).toBe(0)
  })
})

describe('closing the shop', () => {
  test('when another operator was faster, then the card says so, and reloads on request; when a date and a reason are confirmed, then the shop is closed, and can be opened with one click', async () => {
    api.plans[change] = conflict('The settings were changed by another operator meanwhile.')
    const page = await open('?tab=settings')
    await page.getByLabel('Return address').fill('PO Box 1')
    await page.getByRole('button', { name: 'Save Labels' }).click()
    const alert = form(page, 'Labels').getByRole('alert')
    await alert.getByText('changed by another operator').waitFor()
    api.plans[read] = { body: settingsOf({ returnAddress: 'PO Box 2', revision: 8 }) }
    await alert.getByRole('button', { name: 'Reload' }).click()
    await until(async () => (await page.getByLabel('Return address').inputValue()) === 'PO Box 2')
    expect(await page.getByText('Labels have no return address').count()).toBe(0)
    expect(await alert.count()).toBe(0)

    api.calls = []
    await page.getByLabel('Closed until').fill('2020-01-01T10:00')
    await page.getByText('It must be in the future.').waitFor()
    // As when one types on after the year.
    await page.getByLabel('Closed until').fill('20991-12-28T10:00')
    await page.getByText('Enter a date.').waitFor()
    expect(await page.getByRole('button', { name: 'Close Shop' }).isDisabled()).toBe(true)
    await page.getByLabel('Closed until').fill('2099-12-28T10:00')
    await page.getByLabel('Reason').fill('We are moving.')
    const closedUntil = await page.evaluate(() => new Date('2099-12-28T10:00').toISOString())
    saves({ closedUntil, closedReason: 'We are moving.', revision: 9 })
    await page.getByRole('button', { name: 'Close Shop' }).click()
    await page.getByRole('dialog').getByText('The store says: The shop is closed until').waitFor()
    await confirm(page, 'Close Shop')
    await form(page, 'Shop').getByText('Closed', { exact: true }).waitFor()
    saves({ revision: 10 })
    await page.getByRole('button', { name: 'Open Shop Now' }).click()
    await form(page, 'Shop').getByText('Open', { exact: true }).waitFor()
    expect(bodies()).toEqual([
      { closedUntil, closedReason: 'We are moving.', revision: 8 },
      { closedUntil: null, closedReason: null, revision: 9 },
    ])
  })
})

describe('the texts', () => {
  const versions: AdminText[] = [textOf('terms', 2, '## Two'), textOf('terms', 1, '## One')]
  const page = (items: AdminText[]) => ({ body: { items, total: items.length, nextCursor: null } })
  const publish = 'POST /api/admin/texts/terms/versions'
  const hasTexts = () => {
    api.plans['GET /api/admin/texts'] = page(versions.slice(0, 1))
    api.plans['GET /api/admin/texts/terms/versions'] = page(versions)
    for (const text of versions)
      api.plans[`GET /api/admin/texts/terms/versions/${text.version}`] = { body: text }
    api.plans['POST /api/admin/texts/preview'] = ({ body }) => ({
      body: { sections: textOf('terms', 2, String(body.markdown)).sections },
    })
  }
  const openText = async () => {
    hasTexts()
    const shown = await open('?tab=settings')
    await shown.getByRole('button', { name: 'Edit Terms of Service' }).click()
    await shown.getByRole('dialog').getByLabel('Markdown').waitFor()
    return shown
  }

  test('when a text is edited, then the preview follows, and it is published after a confirmation', async () => {
    const shown = await openText()
    const drawer = shown.getByRole('dialog', { name: 'Terms of Service' })
    expect(await drawer.getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true)
    await drawer.getByLabel('Markdown').fill('## Three <b>')
    await drawer.getByRole('region', { name: 'Preview' }).getByText('## Three <b>').waitFor()
    expect(await violationsOf(shown)).toEqual([])
    api.plans[publish] = { status: 201, body: textOf('terms', 3, '## Three <b>') }
    await drawer.getByRole('button', { name: 'Publish' }).click()
    await shown.getByText('Orders and plans of before keep May 5, 2026 (version 2).').waitFor()
    expect(api.callsOf(publish)).toEqual([])
    await shown
      .getByRole('dialog', { name: 'Publish this text?' })
      .getByRole('button', { name: 'Publish' })
      .click()
    await noteOf(shown, 'Text Published', 'version 3').waitFor()
    expect(api.callsOf(publish).map(({ body }) => body)).toEqual([{ markdown: '## Three <b>', basedOn: 2 }])
  })

  test('when an older version is restored, then it is in the editor; when another was published meanwhile, it stays, and closing asks first', async () => {
    const shown = await openText()
    await shown.getByRole('button', { name: 'Restore version 1' }).click()
    await until(async () => (await shown.getByLabel('Markdown').inputValue()) === '## One')
    await shown.getByText('Based on May 5, 2026 (version 2)').waitFor()

    api.plans[publish] = () => {
      const theirs = textOf('terms', 3, '## Theirs')
      api.plans['GET /api/admin/texts/terms/versions'] = page([theirs, ...versions])
      api.plans['GET /api/admin/texts/terms/versions/3'] = { body: theirs }
      return conflict('Another version of this text was published meanwhile.')
    }
    await shown.getByLabel('Markdown').fill('## Mine')
    await shown.getByRole('button', { name: 'Publish' }).click()
    await shown
      .getByRole('dialog', { name: 'Publish this text?' })
      .getByRole('button', { name: 'Publish' })
      .click()
    await shown.getByRole('alert').getByText('was published meanwhile').waitFor()
    await shown.getByText('May 5, 2026 (version 3)').waitFor()
    await until(async () => api.callsOf('GET /api/admin/texts/terms/versions/3').length > 0)
    expect(await shown.getByLabel('Markdown').inputValue()).toBe('## Mine')
    const question = shown.getByRole('dialog', { name: 'Discard the changes?' })
    for (const leave of [
      () => shown.getByRole('button', { name: 'Restore version 1' }).click(),
      () => shown.goBack(),
    ]) {
      await leave()
      await question.getByRole('button', { name: /^(Cancel|Keep Editing)$/ }).click()
      await question.waitFor({ state: 'hidden' })
      expect(shown.url()).toContain('text=terms')
      expect(await shown.getByLabel('Markdown').inputValue()).toBe('## Mine')
    }
    // The command bar goes to another tab without a question: the text is still there afterwards.
    await shown.getByLabel('Markdown').press('Control+k')
    await shown.getByRole('dialog', { name: 'Search and commands' }).getByRole('combobox').waitFor()
    await shown.keyboard.type('go orders')
    await shown.keyboard.press('Enter')
    await shown.getByText('No Orders Yet').waitFor()
    await shown.goBack()
    await shown.getByText('Based on May 5, 2026 (version 2)').waitFor()
    expect(await shown.getByLabel('Markdown').inputValue()).toBe('## Mine')
    await shown.keyboard.press('Escape')
    await question.getByRole('button', { name: 'Discard' }).click()
    await until(async () => !shown.url().includes('text='))
    await shown.getByRole('button', { name: 'Edit Terms of Service' }).click()
    await shown.getByText('Published: May 5, 2026 (version 3)').waitFor()
    expect(await shown.getByLabel('Markdown').inputValue()).toBe('## Theirs')
  })
})
