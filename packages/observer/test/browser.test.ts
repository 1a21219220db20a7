import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { launchBrowser } from '@prankpost/local-stack'
import type { Browser, Page } from 'playwright-core'
import { type Observer, startObserver } from './observer.ts'
import { exportOf, newId, span } from './otlp.ts'

let observer: Observer
let browser: Browser
let page: Page
const complaints: string[] = []
const traceId = newId()
const first = newId(8)
beforeAll(async () => {
  observer = await startObserver({ TARGETS: '[{"name":"order","replica":0,"url":"http://127.0.0.1:9"}]' })
  await observer.send(
    exportOf('order', [
      span({ traceId, spanId: first, name: 'POST /api/create-order-record' }),
      span({
        traceId,
        parentSpanId: first,
        name: `insert-${'long'.repeat(40)}`,
        attributes: { 'db.namespace': 'x'.repeat(200) },
      }),
    ]),
  )
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser.close()
  await observer.stop()
})

/** The id of what holds the focused element. */
const focused = 'document.activeElement.parentElement.id'

/** Opens a page; whatever the browser complains about, its content policy among it, is noted. */
async function open(path: string) {
  await page?.close()
  page = await browser.newPage()
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.goto(observer.url + path)
}

describe('the observer in a browser', () => {
  test('when only keys are used then a span opens, shows what is known and closes again', async () => {
    await open(`/traces/${traceId}`)
    for (let i = 0; i < 12 && (await page.evaluate(focused)) !== `span-${first}`; i += 1) {
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Enter')
    await page.getByText('starts after').first().waitFor({ state: 'visible' })
    await page.keyboard.press('Enter')
    await page.getByText('starts after').first().waitFor({ state: 'hidden' })
  })

  test('when more comes while a page is open then it shows by itself, and what is open or focused stays so', async () => {
    await open(`/traces/${traceId}`)
    await page.locator(`#span-${first} > summary`).press('Enter')
    await observer.send(
      exportOf('payment', [span({ traceId, parentSpanId: first, name: 'came later', atMs: 5 })]),
    )
    await page.getByText('came later').waitFor()
    expect(await page.locator(`#span-${first}`).getAttribute('open')).toBe('')
    expect(await page.evaluate(focused)).toBe(`span-${first}`)
  })

  test('when it is paused then it stays as it is until it is resumed', async () => {
    await open('/')
    await page.getByRole('button', { name: 'Pause' }).click()
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await observer.send(exportOf('order', [span({ traceId: newId(), name: 'while paused' })]))
    // Longer than the pause between two looks.
    await page.waitForTimeout(5_600)
    expect(asked).toEqual([])
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByText('while paused').waitFor()
  })

  test('when the observer ends then an open page says so', async () => {
    const other = await startObserver()
    const lonely = await browser.newPage()
    await lonely.goto(other.url)
    await other.stop()
    await lonely.getByText('the observer does not answer').waitFor()
  })

  test('when the screen is narrow or wide, light or dark, then nothing runs out of it', async () => {
    for (const path of ['/', `/traces/${traceId}`]) {
      await open(path)
      await page.evaluate(
        'document.querySelectorAll("details").forEach((one) => one.setAttribute("open", ""))',
      )
      for (const width of [375, 800, 1440]) {
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.setViewportSize({ width, height: 800 })
          await page.emulateMedia({ colorScheme })
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
        }
      }
    }
  })

  test('when all that was looked at then the browser had nothing to complain about', () => {
    expect(complaints).toEqual([])
  })
})
