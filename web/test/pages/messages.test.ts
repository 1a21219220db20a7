import { describe, expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { linkedThread } from '../order-samples.ts'
import { until, withStore } from './store.ts'

const { api, open } = withStore()
const reading = 'POST /api/messages/thread'
const answering = 'POST /api/messages/thread/replies'
const link = '/messages#token=t'

describe('the link in the mail of an answer', () => {
  test('when a guest opens it, then it shows the thread, and the token leaves the address bar', async () => {
    const page = await open(link)
    await page.getByRole('heading', { name: 'Where is my potato?' }).waitFor()
    const entries = page.getByRole('list', { name: 'Messages' }).getByRole('listitem')
    expect(await entries.allInnerTexts()).toEqual([
      expect.stringMatching(/You[\s\S]*It is late.\nVery late./),
      expect.stringMatching(/Our team[\s\S]*Dear Molly,\nit is on its way./),
    ])
    await page.getByText('This link works until Feb 22, 2027').waitFor()
    expect(new URL(page.url()).hash).toBe('')
    expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
    expect(api.bodiesOf(reading)).toEqual([{ token: 't' }])
    for (const width of [375, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await violationsOf(page, { contrast: width === 375 })).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
  })

  test('when a message has a long link, then nothing overflows on a phone', async () => {
    const message = `Where is it? https://tools.example/track?number=${'9400111899223'.repeat(5)}`
    api.plans[reading] = { body: { ...linkedThread, message } }
    const page = await open(link, { width: 375 })
    await page.getByText('Where is it?').waitFor()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
  })

  test('when an answer is sent, then it is in the thread; if it cannot be sent, the text stays, also after a reload', async () => {
    const page = await open(link)
    const field = page.getByLabel('Your answer')
    await page.getByRole('button', { name: 'Send Answer' }).click()
    await page.getByText('Please write something first').waitFor()
    await page.getByRole('heading', { level: 1 }).click()
    // To the right of its label.
    const [label, box] = [
      await page.getByText('Your answer', { exact: true }).boundingBox(),
      await field.boundingBox(),
    ]
    await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) - 5, (label?.y ?? 0) + 5)
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
    await field.fill('  Thank you!\nMolly ')
    await field.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('list', { name: 'Messages' }).getByText('Thank you!').waitFor()
    expect(await field.inputValue()).toBe('')
    expect(api.bodiesOf(answering)).toEqual([{ token: 't', text: 'Thank you!\nMolly' }])

    api.plans[answering] = { status: 503, body: { message: 'Nap time', code: 'unavailable' } }
    await page.getByLabel('Your answer').fill('Once more!')
    await page.getByRole('button', { name: 'Send Answer' }).click()
    await page.getByRole('alert').filter({ hasText: 'Your answer is still here' }).waitFor()
    delete api.plans[answering]
    await page.reload()
    expect(await page.getByLabel('Your answer').inputValue()).toBe('Once more!')
    // Neither a space at the end nor a change that is taken back makes it another answer.
    await page.getByLabel('Your answer').press('Control+End')
    await page.keyboard.type('!')
    await page.keyboard.press('Backspace')
    await page.keyboard.type(' ')
    await page.getByRole('button', { name: 'Send Answer' }).click()
    await page.getByRole('list', { name: 'Messages' }).getByText('Once more!').waitFor()
    const keys = api.calls
      .filter(({ key }) => key === answering)
      .map(({ headers }) => headers['idempotency-key'])
    expect(keys).toEqual([expect.any(String), expect.stringMatching(/^[\da-f-]{36}$/), keys[1]])
    expect(keys[0]).not.toBe(keys[1])
  })

  test('when the customer returns to the tab, then an answer that came meanwhile is shown, and the text stays', async () => {
    const page = await open(link)
    await page.getByLabel('Your answer').fill('Still waiting!')
    const came = { id: 'r-9', from: 'operator', text: 'It is there.', at: '2026-01-24T10:00:00.000Z' }
    api.plans[reading] = { body: { ...linkedThread, replies: [...linkedThread.replies, came] } }
    await page.evaluate(() => globalThis.dispatchEvent(new Event('visibilitychange')))
    await page.getByText('It is there.').waitFor()
    expect(await page.getByLabel('Your answer').inputValue()).toBe('Still waiting!')
  })

  test('when another thread is opened, then what was typed into the first one is not in its field', async () => {
    const page = await open(link)
    await page.getByLabel('Your answer').fill('For the first one')
    await page.goto('/messages#token=u')
    await until(async () => (await page.getByLabel('Your answer').inputValue()) === '')
    expect(api.bodiesOf(reading).at(-1)).toEqual({ token: 'u' })
  })

  test('when the token is refused, then the page says so and leads to the form', async () => {
    api.plans[reading] = { status: 404, body: { message: 'This link does not work.', code: 'not_found' } }
    const page = await open(link)
    const expired = page.getByRole('alert').getByRole('heading', { name: 'This link has expired' })
    await expired.waitFor()
    api.plans[reading] = { status: 400, body: { message: 'This link does not work.', code: 'invalid' } }
    await page.reload()
    await expired.waitFor()
    await page.getByRole('link', { name: 'Contact Us' }).click()
    await page.getByRole('heading', { name: 'Frequently Asked Questions' }).waitFor()
  })

  test('when there is no token, or the thread is full, then the page says what to do', async () => {
    const page = await open('/messages')
    await page.getByRole('heading', { name: 'Please Open the Link Again' }).waitFor()
    api.plans[reading] = { body: { ...linkedThread, isFull: true } }
    await page.goto('/support')
    await page.goto(link)
    await page.getByText('has reached its end').waitFor()
    expect(await page.getByLabel('Your answer').count()).toBe(0)
  })
})
