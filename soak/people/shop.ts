import type { Random } from '../../bench/proof/random.ts'
import type { Journal } from '../journal.ts'
import type { Playground } from '../playground.ts'
import { type Answer, type Caller, GaveUp, type Tally } from './caller.ts'
import type { PaymentPage } from './payment-page.ts'

/** What everybody in a run shares. */
export interface Shop {
  stack: Playground
  journal: Journal
  page: PaymentPage
  /** Of the calls to the store. */
  tally: Tally
  /** Whether nothing new is to be begun. */
  isOver(): boolean
}

/** Somebody who is signed in, with what they can choose from. */
export interface Customer {
  id: string
  email: string
  caller: Caller
  random: Random
  targetIds: string[]
  prankIds: string[]
}

/** The answer, if it is one of those; anything else is a surprise and goes into the journal. */
export function expectStatus(
  answer: Answer,
  wanted: readonly number[],
  who: string,
  { journal }: Pick<Shop, 'journal'>,
): Answer | null {
  if (wanted.includes(answer.status)) return answer
  journal.surprised(`${who}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return null
}

/** Does something that may come to nothing because nobody answered: that is noted, and life goes on. */
export async function attempt(
  what: string,
  { journal }: Pick<Shop, 'journal'>,
  work: () => Promise<unknown>,
) {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof GaveUp)) throw error
    journal.note('gave up', { deed: what, words: error.message })
  }
}
