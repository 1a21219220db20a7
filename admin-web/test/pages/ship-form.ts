import type { ShipPrankInput } from '@prankpost/contracts/fulfilment'
import type { Page } from 'playwright-core'
import { planOf } from '../samples.ts'
import type { withAdmin } from './admin.ts'
import type { FakeAnswer, FakeCall } from './fake-api.ts'
import { calls, FakePlans } from './fake-plans.ts'

/** The plan whose form is open, and the address of the form. */
export const plan = planOf(1)
export const address = `?tab=plans&ship=${plan.id}`

/** The ship form in the page, and the calls that it sent. */
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

/** Selects an option of a row's list by typing, as with the keyboard. */
export async function pick(page: Page, label: string, words: string) {
  await form(page).getByLabel(label, { exact: true }).focus()
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
}

/** A ship form in the admin, with plans that can be shipped. */
export function withShipForm({ api, open }: ReturnType<typeof withAdmin>) {
  const fake = new FakePlans()
  return {
    fake,
    shipped: () => api.callsOf(calls.ship).map(({ body }) => body as unknown as ShipPrankInput),
    /** Opens the form and shuffles its rows. */
    async openShuffled(): Promise<Page> {
      const page = await open(address)
      await button(page, 'Shuffle').click()
      return page
    },
    /** Gives the n-th parcel this answer; all others get the usual one. */
    answerNth(answers: Record<number, FakeAnswer | ((body: FakeCall['body']) => FakeAnswer)>) {
      let n = 0
      api.plans[calls.ship] = ({ body }) => {
        n += 1
        const answer = answers[n]
        return typeof answer === 'function' ? answer(body) : (answer ?? fake.ship(body))
      }
    },
    /** Delays all parcels until the returned function is called. */
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
