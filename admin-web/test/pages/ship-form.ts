import type { ShipPrankInput } from '@prankpost/contracts/fulfilment'
import type { Page } from 'playwright-core'
import { planOf } from '../samples.ts'
import type { withAdmin } from './admin.ts'
import type { FakeAnswer, FakeCall } from './fake-api.ts'
import { calls, FakePlans } from './fake-plans.ts'

/** The plan whose form is open, and where that is. */
export const plan = planOf(1)
export const address = `?tab=plans&ship=${plan.id}`

/** The ship form in the page, and what it has sent. */
export const form = (page: Page) => page.getByRole('dialog', { name: 'Ship Pranks for This Month' })
export const button = (page: Page, name: string) => form(page).getByRole('button', { name })
export const rowOf = (page: Page, n: number) =>
  form(page)
    .getByRole('listitem')
    .nth(n - 1)

/** Opens the form as an operator does, from the plan's card. */
export async function openFromCard(page: Page) {
  await page.getByRole('article').getByRole('button', { name: 'Ship Pranks for This Month' }).click()
}

/** Picks from a row's list by typing, as the keyboard does. */
export async function pick(page: Page, label: string, words: string) {
  await form(page).getByLabel(label, { exact: true }).focus()
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
}

/** A ship form in the admin over plans that can be shipped. */
export function withShipForm({ api, open }: ReturnType<typeof withAdmin>) {
  const fake = new FakePlans()
  return {
    fake,
    shipped: () => api.callsOf(calls.ship).map(({ body }) => body as unknown as ShipPrankInput),
    /** Opens it and has its rows drawn. */
    async openShuffled(): Promise<Page> {
      const page = await open(address)
      await button(page, 'Shuffle').click()
      return page
    },
    /** Answers the n-th parcel so, all others as usual. */
    answerNth(answers: Record<number, FakeAnswer | ((body: FakeCall['body']) => FakeAnswer)>) {
      let n = 0
      api.plans[calls.ship] = ({ body }) => {
        n += 1
        const answer = answers[n]
        return typeof answer === 'function' ? answer(body) : (answer ?? fake.ship(body))
      }
    },
    /** Holds all parcels back until the answer is called. */
    holdBack(): () => void {
      let answer = () => {}
      const held = new Promise<void>((resolve) => {
        answer = resolve
      })
      api.plans[calls.ship] = async ({ body }) => {
        await held
        return fake.ship(body)
      }
      return () => answer()
    },
  }
}
