import { networkMessage } from '@prankpost/web-kit'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { keyboardOf } from '../../../test/support/keyboard.ts'
import { molly, sentences } from '../samples.ts'
import { withStore } from './store.ts'

const { api, open } = withStore()
const forgetting = 'POST /api/auth/forgot-password'

const focused = (element: Locator) => element.and(element.page().locator(':focus')).waitFor()
const dialogOf = (page: Page, name = 'Forgot Your Password?') => page.getByRole('dialog', { name })
const sendLink = (page: Page) => dialogOf(page).getByRole('button', { name: 'Send Link' })

describe('a forgotten password', () => {
  test('when a link is requested by keyboard, then the address opens the dialog, the email is kept, and a link leads back to signing in', async () => {
    const page = await open('/?signin=1')
    const { goTo, press, type, use } = keyboardOf(page)
    const signIn = dialogOf(page, 'Sign In')
    await signIn.waitFor()
    expect(new URL(page.url()).search).toBe('')
    await type(signIn.getByLabel('Email'), molly.email)
    await use(signIn.getByRole('button', { name: 'Forgot password?' }))
    const email = dialogOf(page).getByLabel('Email')
    await focused(email)
    expect(await email.inputValue()).toBe(molly.email)
    await press('Enter')
    const news = dialogOf(page).getByText(sentences.forgotten)
    await news.waitFor()
    await focused(news)
    expect(api.bodiesOf(forgetting)).toEqual([{ email: molly.email }])
    await goTo(dialogOf(page).getByRole('button', { name: 'Send Another Link' }))
    await use(dialogOf(page).getByRole('button', { name: 'Back to Sign In' }))
    expect(await signIn.getByLabel('Email').inputValue()).toBe(molly.email)
    await use(signIn.getByRole('button', { name: 'Create Account' }))
    expect(await dialogOf(page, 'Create Account').getByLabel('Email').inputValue()).toBe('')
    await press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  })

  test('when it fails, then an error is shown; sending again works once, and another link can be sent to another email', async () => {
    const page = await open('/?signin=1')
    await dialogOf(page, 'Sign In').getByLabel('Email').fill('molly at home')
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    await sendLink(page).click()
    await dialogOf(page).getByText('valid email').waitFor()
    expect(api.bodiesOf(forgetting)).toEqual([])

    await dialogOf(page).getByLabel('Email').fill(molly.email)
    for (const [answer, why] of [
      ['unavailable', networkMessage],
      [{ status: 429, body: { message: sentences.tooMany } }, sentences.tooMany],
      [{ text: '<p>' }, 'could not read'],
    ] as const) {
      api.plans[forgetting] = answer
      await sendLink(page).click()
      await dialogOf(page).getByRole('alert').filter({ hasText: why }).waitFor()
      expect(await dialogOf(page).getByLabel('Email').inputValue()).toBe(molly.email)
    }
    api.calls = []
    const { promise: after, resolve: answer } = Promise.withResolvers<void>()
    api.plans[forgetting] = { body: { message: sentences.forgotten }, after }
    await sendLink(page).click()
    await dialogOf(page).getByRole('button', { name: 'Sending...' }).click({ force: true })
    await page.keyboard.press('Enter')
    answer()
    await dialogOf(page).getByText(sentences.forgotten).waitFor()
    expect(api.bodiesOf(forgetting)).toHaveLength(1)

    await dialogOf(page).getByText('No mail after a few minutes?').waitFor()
    await dialogOf(page).getByRole('button', { name: 'Send Another Link' }).click()
    await dialogOf(page).getByLabel('Email').fill(' MOLLY@example.org ')
    await sendLink(page).click()
    await dialogOf(page).getByText('molly@example.org').waitFor()
    expect(api.bodiesOf(forgetting)).toEqual([{ email: molly.email }, { email: 'molly@example.org' }])
  })
})
