import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { violationsOf } from '../../../test/support/axe.ts'
import { deadLetterOf, idOf } from '../samples.ts'
import { noteOf, untilFits, withAdmin } from './admin.ts'
import { layDeadLetters, readsOf, replaysOf } from './fake-dead-letters.ts'
import { wordsIn } from './words.ts'

const { api, open } = withAdmin()
const rowOf = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words })
/** Confirms. The dialog closes when the lists are read again, which may take longer than the notification is shown. */
const replayIn = async (page: Page, title: string, text: string) => {
  await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click()
  await noteOf(page, title, text).first().waitFor()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}
const shipped = deadLetterOf(3, { event: 'prank-shipped', reason: 'order 3 has no such item', failures: 12 })
const saved = deadLetterOf(4, { service: 'achievement', event: 'contact-saved', reason: 'poison' })
const four = [deadLetterOf(1), deadLetterOf(2), shipped, saved]

describe('the list', () => {
  test('when there are dead letters, then they are grouped by service and event, and viewed by link, button and key', async () => {
    layDeadLetters(api, four)
    const page = await open('?tab=dead-letters&letter=order/payment-succeeded/gone')
    await page.getByText('Not Here Any More').waitFor()
    await page.keyboard.press('Escape')
    const order = page.getByRole('region', { name: 'Order' })
    await order.getByText('3 dead').waitFor()
    const words = await wordsIn(order.getByRole('table', { name: 'prank-shipped in Order' }))
    for (const part of ['order 3 has no such item', 'Jan 2, 2026', '12', '00000003'])
      expect(words).toContain(part)
    expect(await order.getByRole('heading').allTextContents()).toEqual([
      'Order',
      'payment-succeeded',
      'prank-shipped',
    ])
    await page.getByRole('region', { name: 'Achievement' }).getByText('poison').waitFor()
    await page.getByRole('tab', { name: 'Dead Letters (4)' }).waitFor()

    await page.getByRole('button', { name: `View message ${four[0]?.id}` }).click()
    const drawer = page.getByRole('dialog', { name: 'payment-succeeded in Order' })
    await drawer.getByText('"specversion": "1.0",').waitFor()
    await drawer.getByText(`"orderId": "${idOf(1)}"`).waitFor()
    await page.reload()
    await drawer.getByText('order 1 is not known').waitFor()
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
    expect(new URL(page.url()).search).toBe('?tab=dead-letters')

    // j moves through all tables, x selects, Enter views.
    for (const key of ['j', 'j', 'j', 'x']) await page.keyboard.press(key)
    expect(await page.getByLabel(`Select message ${shipped.id}`).isChecked()).toBe(true)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'prank-shipped in Order' }).waitFor()
  })

  test('when one service is unavailable, then it is named without a barrier, and Retry reads only that service', async () => {
    const down = 'GET /api/admin/dead-letters/fulfilment'
    const unavailable = { status: 503, body: { message: 'It sleeps.' } }
    api.plans[down] = unavailable
    const page = await open('?tab=dead-letters')
    await page.getByText('No Dead Letters in the Services That Answered').waitFor()
    await page.getByText('Fulfilment could not be asked: It sleeps.').waitFor()
    api.plans = {}
    const reads = readsOf(api, 'order')
    await page.getByRole('button', { name: 'Retry Fulfilment' }).click()
    await page.getByText('No Dead Letters', { exact: true }).waitFor()
    await page.getByText('Every message was processed.').waitFor()
    expect(await page.getByText('could not be asked').count()).toBe(0)
    expect(await page.getByRole('button', { name: /Replay/ }).count()).toBe(0)
    expect(readsOf(api, 'order')).toBe(reads)

    layDeadLetters(api, [...four, deadLetterOf(5, { reason: 'long'.repeat(200) })])
    api.plans[down] = unavailable
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByText('Fulfilment could not be asked: It sleeps.').waitFor()
    await rowOf(page, 'poison').waitFor()
    for (const width of [1440, 1024]) {
      await page.setViewportSize({ width, height: 800 })
      await untilFits(page, width)
    }
    expect(await violationsOf(page)).toEqual([])
    await page.getByRole('button', { name: `View message ${saved.id}` }).click()
    await page.locator('.letter-content').waitFor()
    expect(await violationsOf(page)).toEqual([])
  })

  test('when time passes, then only the counts are polled, and a list is read again when its count has changed', async () => {
    layDeadLetters(api, four)
    const page = await open('?tab=orders', { clock: true })
    await page.getByRole('tab', { name: 'Dead Letters (4)' }).waitFor()
    expect([readsOf(api, 'order'), readsOf(api, 'achievement')]).toEqual([0, 0])
    await page.getByRole('tab', { name: 'Dead Letters (4)' }).click()
    await rowOf(page, 'poison').waitFor()
    expect([readsOf(api, 'order'), readsOf(api, 'achievement')]).toEqual([1, 1])
    const countsAtLeast = async (polls: number) => {
      // The next poll is scheduled when the previous answer arrives.
      while (api.callsOf('GET /api/admin/dead-letters/order').length < polls) await page.clock.runFor(1_000)
    }
    await countsAtLeast(4)
    expect([readsOf(api, 'order'), readsOf(api, 'achievement')]).toEqual([1, 1])
    layDeadLetters(api, [...four, deadLetterOf(6, { reason: 'a new one' })])
    await countsAtLeast(6)
    await rowOf(page, 'a new one').waitFor()
    await page.getByRole('tab', { name: 'Dead Letters (5)' }).waitFor()
    expect([readsOf(api, 'order'), readsOf(api, 'achievement')]).toEqual([2, 1])
  })

  test('when a text is searched or a service is chosen, then only what matches is shown, linked and replayed', async () => {
    layDeadLetters(api, four)
    const page = await open('?tab=dead-letters&status=order')
    await rowOf(page, 'order 1 is').waitFor()
    expect(await rowOf(page, 'poison').count()).toBe(0)
    await page.getByLabel('Search dead letters').fill('sock')
    await page.getByText('Nothing Found').waitFor()
    await page.getByRole('button', { name: 'Clear Filter' }).click()
    await rowOf(page, 'poison').waitFor()
    await page.getByLabel('Search dead letters').fill('order 1')
    await page.waitForURL((url) => url.searchParams.get('q') === 'order 1')
    await rowOf(page, 'poison').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Replay those found of payment-succeeded in Order' }).click()
    await replayIn(page, 'Messages Replayed', '1 replayed.')
    expect(replaysOf(api)).toEqual([{ service: 'order', event: 'payment-succeeded', ids: [four[0]?.id] }])
  })

  test('when a service has very many, then it shows how many more there are; of huge content that is not JSON, the beginning', async () => {
    const items = Array.from({ length: 30 }, (_, i) => deadLetterOf(i + 1))
    items[0] = deadLetterOf(1, { content: `<b>no JSON</b>${'x'.repeat(60_000)}THE END` })
    api.plans['GET /api/admin/dead-letters/order'] = { body: { items, total: 1234 } }
    const page = await open('?tab=dead-letters')
    await page.getByText('1234 dead, the latest 30 shown').waitFor()
    await page.getByRole('button', { name: `View message ${items[0]?.id}` }).click()
    await page.getByText('As it stands on the broker').waitFor()
    await page.getByText('The beginning; Copy takes all of it').waitFor()
    const shown = await page.locator('.letter-content').textContent()
    expect([shown?.startsWith('<b>no JSON</b>x'), shown?.length, shown?.includes('END')]).toEqual([
      true,
      50_000,
      false,
    ])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Show 5 more' }).click()
    await rowOf(page, 'order 30 is').waitFor()
  })
})

describe('a replay', () => {
  test('when one message is replayed, then only it is sent, and the result says whether it failed again or no longer exists', async () => {
    layDeadLetters(api, four, ({ reason }) => reason === 'poison')
    const page = await open('?tab=dead-letters')
    await page.getByRole('button', { name: `Replay message ${four[1]?.id}` }).click()
    await noteOf(page, 'Messages Replayed', '1 replayed.').waitFor()
    await rowOf(page, 'order 2 is').waitFor({ state: 'detached' })
    await page.getByRole('tab', { name: 'Dead Letters (3)' }).waitFor()
    expect(replaysOf(api)).toEqual([{ service: 'order', event: 'payment-succeeded', ids: [four[1]?.id] }])

    await page.getByRole('button', { name: `Replay message ${saved.id}` }).click()
    await noteOf(page, 'Failed Again', '1 message came back. contact-saved: poison').waitFor()
    await rowOf(page, 'poison').getByText('Failed again').waitFor()
    expect(await rowOf(page, 'order 1 is').getByText('Failed again').count()).toBe(0)

    api.plans['POST /api/admin/dead-letters/order/replay'] = { body: { replayed: 0 } }
    await page.getByRole('button', { name: `Replay message ${four[0]?.id}` }).click()
    await noteOf(page, 'Messages Replayed', '0 of 1 replayed.').waitFor()
  })

  test('when a selection, all of an event, a service or everything is replayed, then it asks for confirmation, and each queue gets its own ids, or each service one request', async () => {
    const [first, second] = [deadLetterOf(1), deadLetterOf(7, { service: 'payment', event: 'order-paid' })]
    layDeadLetters(api, [
      ...[first, deadLetterOf(2), deadLetterOf(5), shipped, saved, second],
      deadLetterOf(6, { event: 'prank-changed' }),
      deadLetterOf(8, { event: 'prank-shipped' }),
      deadLetterOf(9, { service: 'payment', event: 'order-paid' }),
    ])
    const page = await open('?tab=dead-letters')
    for (const { id } of [first, shipped, second]) await page.getByLabel(`Select message ${id}`).check()
    const replay = async (
      name: string,
      sent: number,
      title = 'Messages Replayed',
      text = `${sent} replayed.`,
    ) => {
      // A notification may cover the button for seconds.
      await page.getByRole('button', { name, exact: true }).press('Enter')
      await page.getByRole('dialog', { name: `Replay ${sent} messages?` }).waitFor()
      await replayIn(page, title, text)
    }
    await page.getByRole('button', { name: 'Replay selected (3)' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    expect(replaysOf(api)).toEqual([])
    await replay('Replay selected (3)', 3)
    expect(replaysOf(api)).toEqual([
      { service: 'order', event: 'payment-succeeded', ids: [first.id] },
      { service: 'order', event: 'prank-shipped', ids: [shipped.id] },
      { service: 'payment', event: 'order-paid', ids: [second.id] },
    ])
    expect(await page.getByRole('button', { name: /^Replay selected/ }).count()).toBe(0)

    api.calls = []
    api.plans['POST /api/admin/dead-letters/achievement/replay'] = {
      status: 503,
      body: { message: 'The broker is unavailable.' },
    }
    await replay('Replay all of payment-succeeded in Order', 2)
    await replay('Replay all 2 of Order', 2)
    await page.getByRole('region', { name: 'Order' }).waitFor({ state: 'detached' })
    await replay('Replay all (2)', 2, 'Replay Failed', '1 replayed. Achievement: The broker is unavailable.')
    await page.getByRole('tab', { name: 'Dead Letters (1)' }).waitFor()
    await rowOf(page, 'poison').waitFor()
    expect(replaysOf(api)).toEqual([
      { service: 'order', event: 'payment-succeeded' },
      { service: 'order' },
      { service: 'payment' },
      { service: 'achievement' },
    ])
  })
})
