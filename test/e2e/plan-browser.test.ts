import { type DrawnPrank, renewalConsent, type Subscription, signUpConsent } from '@prankpost/contracts'
import { until } from '@prankpost/test-harness'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { goodCard, toastOf } from '../support/customer.ts'
import { newAccount, withRealStore } from '../support/real-store.ts'
import { sandboxOf } from '../support/sandbox.ts'

const { open, stack } = withRealStore()
const gerald = { name: 'Gerald', address: '1 Path', city: 'Bend', state: 'OR', zipCode: '97701' }
const priscilla = { ...gerald, name: 'Priscilla', city: 'Salem', zipCode: '97301' }

/** Reads the plan of the page's customer. */
async function readPlan(page: Page): Promise<Subscription | undefined> {
  return (await (await page.request.get('/api/subscriptions')).json())[0]
}

/** The account of a new customer with two targets and a plan, whose first month is paid and drawn. */
async function openAccount(prankCount: number) {
  const page = await open('/terms-of-service', newAccount())
  for (const data of [gerald, priscilla])
    expect((await page.request.post('/api/contacts', { data })).status()).toBe(201)
  const session = await page.request.post('/api/create-subscription-checkout', { data: { prankCount } })
  const sandbox = sandboxOf(stack())
  await sandbox.pay((await session.json()).sessionId)
  const plan = await until(async () => {
    const found = await readPlan(page)
    return found?.status === 'active' ? found : undefined
  })
  const readDraw = async (): Promise<DrawnPrank[]> => {
    const answer = await page.request.get(`/api/subscriptions/${plan.id}/draw`)
    return answer.ok() ? await answer.json() : []
  }
  await until(async () => (await readDraw()).length === prankCount)
  await page.goto('/dashboard?tab=account')
  return { page, plan, readDraw, sandbox, ...regionsOf(page) }
}

function regionsOf(page: Page) {
  const status = page.getByRole('region', { name: 'Subscription Status' })
  const plan = page.getByRole('region', { name: 'Your Plan' })
  const draw = page.getByRole('region', { name: "This Month's Pranks" })
  /** Opens the dialog of an action, lets `fill` answer it, and confirms it. */
  const act = async (action: string, toast: string, fill?: () => Promise<unknown>) => {
    await plan.getByRole('button', { name: action, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: action })
    await dialog.waitFor()
    await fill?.()
    await dialog.getByRole('button', { name: action, exact: true }).click()
    await toastOf(page, toast).waitFor()
    await dialog.waitFor({ state: 'hidden' })
  }
  /** Cancels the plan with one of the two choices for unsent pranks. */
  const cancel = async (choice: string) => {
    await status.getByRole('button', { name: 'Cancel Subscription' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancel Subscription' })
    expect(await dialog.getByRole('radio', { name: 'Refund them' }).isChecked()).toBe(true)
    await dialog.getByText('goes back to your card, pro rata').waitFor()
    await dialog.getByRole('radio', { name: choice }).check()
    await dialog.getByRole('button', { name: 'Cancel Subscription' }).click()
    await status.getByRole('link', { name: 'Reactivate Subscription' }).waitFor()
    expect(await plan.count()).toBe(0)
  }
  return { status, planPanel: plan, drawPanel: draw, act, cancel }
}

describe('a plan in the browser', () => {
  test('when it is changed, paused, resumed and skipped, then the screen shows what the server stored', async () => {
    const { page, act, planPanel, plan, cancel, readDraw } = await openAccount(3)
    const { wording } = renewalConsent(1996, 'changing')
    await act('Change Pranks', 'Plan Changed', async () => {
      await page.getByRole('button', { name: 'Increase' }).click()
      await page.getByRole('dialog').getByText(wording).waitFor()
    })
    await planPanel.getByText('4 pranks a month for $19.96 from').waitFor()
    const agreed = page.getByRole('region', { name: 'What You Agreed To' })
    for (const text of [signUpConsent.wording, wording]) await agreed.getByText(text).waitFor()
    expect(await readPlan(page)).toMatchObject({
      prankCount: 3,
      nextPrankCount: 4,
      nextMonthlyAmount: '19.96',
      changesAt: plan.nextChargeAt,
    })

    let promised = ''
    await act('Pause', 'Plan Paused', async () => {
      const choice = page
        .getByRole('dialog')
        .getByText(/^Until/)
        .nth(1)
      promised = (await choice.textContent()) ?? ''
      await page.getByRole('radio', { name: '2 months' }).check()
    })
    // The dates of the dialog are those of the server.
    const until = /Until (.*)\. Next charge (.*)\./.exec(promised)
    await planPanel.getByText(`Paused until ${until?.[1]}`).waitFor()
    await planPanel.getByText(`${until?.[2]} for $19.96`).waitFor()
    await act('Resume', 'Plan Resumed')
    await planPanel.getByText('Not paused').waitFor()
    expect(await readPlan(page)).toMatchObject({ pausedUntil: null, nextChargeAt: plan.nextChargeAt })
    await act('Skip Next Month', 'Month Skipped')
    await planPanel.getByText('Paused until').waitFor()

    await cancel('Still send them')
    const { status, parcelsDue } = (await readPlan(page)) ?? {}
    expect([status, parcelsDue]).toEqual(['cancelled', 3])
    // They are paid, so they stay in the draw until they are sent.
    expect(await readDraw()).toHaveLength(3)
  })

  test('when a prank is swapped and others are excluded, then the draw is the one of the server', async () => {
    const { page, drawPanel, readDraw } = await openAccount(2)
    const swap = drawPanel.getByRole('listitem').first().getByRole('button', { name: /^Swap/ })
    for (const n of [1, 2, 3]) {
      const swapped = page.waitForResponse((answer) => answer.url().endsWith('/draw/1/swap'))
      await swap.click()
      expect([n, (await swapped).status()]).toEqual([n, 200])
      const [first] = await readDraw()
      await drawPanel
        .getByRole('listitem')
        .first()
        .getByText(first?.prank.name ?? '')
        .waitFor()
    }
    await drawPanel.getByText('No swaps left').first().waitFor()

    const [prank] = await readDraw()
    await drawPanel.getByRole('button', { name: 'Never Send...' }).click()
    const dialog = page.getByRole('dialog', { name: 'Never Send' })
    await dialog.getByRole('checkbox', { name: prank?.prank.name ?? '' }).check()
    await dialog.getByRole('checkbox', { name: 'Gerald in Bend, OR' }).check()
    await dialog.getByRole('button', { name: 'Save Preferences' }).click()
    await toastOf(page, 'Preferences Saved').waitFor()
    await drawPanel.getByText('For Gerald').first().waitFor({ state: 'detached' })
    expect(await drawPanel.getByText('For Priscilla in Salem, OR').count()).toBe(2)
    expect(await drawPanel.getByRole('heading', { name: prank?.prank.name ?? '' }).count()).toBe(0)
  })

  test('when a renewal fails, then a new card pays it, and a cancelled plan refunds what is unsent', async () => {
    const { page, plan, planPanel, cancel, sandbox } = await openAccount(1)
    await sandbox.bill(plan.stripeSubscriptionId ?? '', 'fail-renewal')
    const notice = planPanel.getByRole('alert')
    await notice.getByText('Your last payment did not go through').waitFor()
    await notice.getByRole('button', { name: 'Replace Card' }).click()
    await page.getByLabel('Card number').fill(goodCard)
    await page.getByRole('button', { name: 'Save card' }).click()
    await page.waitForURL('**/dashboard?tab=account')
    await planPanel.getByRole('button', { name: 'Pause', exact: true }).waitFor()
    expect((await readPlan(page))?.status).toBe('active')

    await cancel('Refund them')
    const { sessions } = await sandbox.state()
    const customer = sessions.find(({ subscription }) => subscription === plan.stripeSubscriptionId)?.customer
    expect(customer).toBeTruthy()
    await until(async () => {
      const { events } = await sandbox.state()
      const refunded = events.filter(({ type, data }) => {
        const object = data.object as { customer?: unknown }
        return type === 'charge.refunded' && object.customer === customer
      })
      return refunded.length === 2
    })
  })
})
