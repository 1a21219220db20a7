import { describe, expect, test } from 'vitest'
import { gerald, goodCard, toastOf } from '../support/customer.ts'
import { keyboardOf } from '../support/keyboard.ts'
import { newAccount, withRealStore } from '../support/real-store.ts'

const { open } = withRealStore()

describe('the store by keyboard only', () => {
  test('when a guest has no mouse, then choosing, signing up, paying and finding the order all work, and a closed window returns the focus', async () => {
    const page = await open('/')
    const { goTo, press, type, use, waitForFocus } = keyboardOf(page)
    const button = (name: string | RegExp) => page.getByRole('button', { name })

    await use(page.getByRole('link', { name: 'Skip to content' }))
    const potato = button(/Raw Potato/).first()
    await use(potato, 'Space')
    await page
      .getByRole('button', { name: /Raw Potato/, pressed: true })
      .first()
      .waitFor()
    await use(button('Add to Arsenal'))
    const dialog = page.getByRole('dialog', { name: 'Add New Target' })
    await dialog.waitFor()
    await press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    // No key is pressed on the way back.
    await waitForFocus(button('Add to Arsenal'))
    await press('Enter')
    await goTo(dialog.getByRole('radio', { checked: true }))
    const avatar = await dialog.getByRole('radio', { checked: true }).getAttribute('value')
    await press('ArrowRight')
    expect(await dialog.getByRole('radio', { checked: true }).getAttribute('value')).not.toBe(avatar)
    for (const [label, value] of Object.entries(gerald)) await type(dialog.getByLabel(label), value)
    await press('Enter')
    await dialog.waitFor({ state: 'hidden' })

    const target = button(/Gerald Snail/)
    await use(target, 'Space', 'Shift+Tab')
    expect(await target.getAttribute('aria-pressed')).toBe('true')
    await use(button('Add to Arsenal'), 'Space')
    await toastOf(page, 'Added to Arsenal').waitFor()
    await use(page.getByRole('link', { name: 'Cart, 1 item' }), 'Enter', 'Shift+Tab')
    await page.waitForURL('**/cart')

    const account = newAccount()
    await use(button('Sign In to Pay'))
    const signIn = page.getByRole('dialog')
    await use(signIn.getByRole('button', { name: 'Create Account' }))
    const details = {
      'First Name': account.firstName,
      'Last Name': account.lastName,
      Email: account.email,
      Password: account.password,
      'Confirm Password': account.password,
    }
    for (const [label, value] of Object.entries(details))
      await type(signIn.getByRole('textbox', { name: label, exact: true }), value)
    await press('Enter')
    await signIn.waitFor({ state: 'hidden' })
    await use(button('Pay $4.99 Securely'))

    await page.getByText('TEST MODE').first().waitFor()
    await type(page.getByLabel('Card number'), goodCard)
    await use(page.getByRole('button', { name: 'Pay', exact: true }))
    await page.waitForURL('**/success?*')
    await use(page.getByRole('link', { name: 'View Prank History' }))
    await page.getByRole('listitem').filter({ hasText: 'Gerald Snail' }).getByText('Paid').waitFor()

    await goTo(page.getByRole('tab', { name: 'History' }))
    await press('ArrowRight')
    await page.getByRole('heading', { name: 'Target List' }).waitFor()
    await page.waitForURL('**/dashboard?tab=targets')
  })
})
