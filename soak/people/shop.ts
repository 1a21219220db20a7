import type { Random } from '../../bench/random.ts'
import type { RunningShop } from '../../ledgers/index.ts'
import type { Journal } from '../journal.ts'
import { type Answer, type Caller, GaveUp, type Tally } from './caller.ts'
import type { PaymentPage } from './payment-page.ts'

/** What all people of a run share. */
export interface Shop {
  stack: RunningShop
  journal: Journal
  page: PaymentPage
  /** Of the calls to the store. */
  tally: Tally
  /** Whether people must start nothing new. */
  isOver(): boolean
}

/** A customer who is signed in, with the targets and pranks to choose from. */
export interface Customer {
  id: string
  email: string
  password: string
  caller: Caller
  random: Random
  targetIds: string[]
  prankIds: string[]
}

/** Returns the answer if its status is one of these; the journal records any other as a surprise. */
export function expectStatus(
  answer: Answer,
  wanted: readonly number[],
  subject: string,
  { journal }: Pick<Shop, 'journal'>,
): Answer | null {
  if (wanted.includes(answer.status)) return answer
  journal.surprised(`${subject}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return null
}

/** Does something that may remain without an answer: then the journal records it, and the person continues. */
export async function attempt(
  what: string,
  { journal }: Pick<Shop, 'journal'>,
  work: () => Promise<unknown>,
) {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof GaveUp)) throw error
    journal.note('gave up', { action: what, message: error.message })
  }
}
