import type { MailPreferences } from '@prankpost/contracts/mail-preferences'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { keyboardOf } from '../../../test/support/keyboard.ts'
import { mailPreferences } from '../order-samples.ts'
import { molly } from '../samples.ts'
import { toastOf, until, withStore } from './store.ts'

const { api, open } = withStore()
const reading = 'GET /api/account/mail-preferences'
const saving = 'PUT /api/account/mail-preferences'

const openSettings = async () => {
  api.user = molly
  const page = await open('/dashboard?tab=account')
  return { page, panel: page.getByRole('region', { name: 'Mail Settings' }) }
}
const shipped = (page: Page) => page.getByRole('switch', { name: 'Parcel on its way' })

/** What the server answers once this change is saved. */
const withChange = ({ preferences: [change] }: MailPreferences): MailPreferences => ({
  preferences: mailPreferences.preferences.map((one) =>
    one.kind === change?.kind ? { ...one, ...change } : one,
  ),
})

describe('the mail settings', () => {
  test('when they cannot be read, then the panel can try again; required mails are always on, and the others have a switch', async () => {
    api.plans[reading] = { status: 500, text: 'Boom' }
    const { page, panel } = await openSettings()
    await panel.getByRole('alert').filter({ hasText: '500: Boom' }).waitFor()
    await page.getByText('Member Since').waitFor()
    delete api.plans[reading]
    await panel.getByRole('button', { name: 'Try Again' }).click()
    await shipped(page).waitFor()
    expect(
      await panel.getByRole('listitem').filter({ hasText: 'Order confirmation' }).textContent(),
    ).toContain('Always on')
    expect(await panel.getByRole('switch').count()).toBe(2)
    expect(await shipped(page).isChecked()).toBe(true)
    expect(await page.getByRole('switch', { name: 'Parcel delivered' }).isChecked()).toBe(false)
    expect(await violationsOf(page)).toEqual([])
  })

  test('when one is switched by key, then only this change is sent, and a reload shows it; if it fails, it shows what is stored', async () => {
    api.plans[saving] = (body) => {
      const changed = withChange(body as never)
      api.plans[reading] = { body: changed }
      return { body: changed }
    }
    const { page } = await openSettings()
    const { use } = keyboardOf(page)
    await use(shipped(page), 'Space')
    await until(() => api.bodiesOf(saving).length > 0)
    expect(api.bodiesOf(saving)).toEqual([{ preferences: [{ kind: 'parcel-shipped', enabled: false }] }])
    expect(await shipped(page).getAttribute('aria-checked')).toBe('false')
    await page.reload()
    await shipped(page).waitFor()
    expect(await shipped(page).isChecked()).toBe(false)

    const { promise: after, resolve: fail } = Promise.withResolvers<void>()
    api.plans[saving] = { status: 503, body: { message: 'The postman is ill' }, after }
    await shipped(page).click()
    expect(await shipped(page).isChecked()).toBe(true)
    fail()
    await toastOf(page, 'Error', 'The postman is ill').waitFor()
    expect(await shipped(page).isChecked()).toBe(false)
    api.plans[saving] = 'unavailable'
    await shipped(page).click()
    await toastOf(page, 'Error', 'Network connection failed').waitFor()
    expect(await shipped(page).isChecked()).toBe(false)

    // It is saved, and the answer is lost: the switch is undone, and what is stored is read once more.
    api.plans[saving] = (body) => {
      api.plans[reading] = { body: withChange(body as never) }
      api.calls = []
      return 'unavailable'
    }
    await shipped(page).click()
    await until(() => api.bodiesOf(reading).length === 1)
    await expect.poll(() => shipped(page).isChecked()).toBe(true)
  })
})
