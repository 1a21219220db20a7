import {
  type CheckoutItem,
  comparableName,
  type HistoryReaction,
  type HistoryReveal,
  maxGuesses,
  type RecipientPage,
  type RecipientReveal,
} from '@prankpost/contracts'
import { screen } from '@prankpost/screening'
import { invalid } from '@prankpost/service-kit'
import type { Deps } from './deps.ts'
import type { Order } from './order.model.ts'
import type { OrderItem } from './order-item.model.ts'
import { isItemSent, parcelId } from './parcels.ts'
import type { Reveal } from './reveal.model.ts'

/**
 * The reveal that the sender of an item chose, as it is stored; undefined to stay anonymous. Names are screened: unlike a message,
 * which operators can read and release, they are refused, so that people of the shop never read them. A day is possible as long
 * as the address is known.
 * @throws 400 with a message that names the target; of a day with an issue at `date`
 */
export function revealOf(
  { reveal: choice, arriveBy }: Pick<CheckoutItem, 'reveal' | 'arriveBy'>,
  { item, contact }: { item: number; contact: OrderItem['contact'] },
  { forgetAfterDays, now }: Pick<Deps, 'forgetAfterDays' | 'now'>,
): Reveal | undefined {
  if (choice === undefined || choice.mode === 'never') return undefined
  const { mode, name, names } = choice
  if ([name, ...names].some((one) => screen({ message: one, address: null }).matches.length > 0)) {
    throw invalid(`A name in the reveal for ${contact.name} cannot be used. Please choose another one.`)
  }
  const at = mode === 'date' ? revealTime(choice.date) : null
  const arrival = arriveBy ? revealTime(arriveBy) : now()
  const last = arrival.getTime() + forgetAfterDays * 86_400_000
  if (at !== null && (at <= now() || at.getTime() > last)) {
    const message =
      `The reveal for ${contact.name} must be on a later day than today, and at most ${forgetAfterDays} days after the ` +
      'parcel arrives: then we forget the address.'
    throw invalid(message, [{ path: `cartItems.${item}.reveal.date`, message }])
  }
  return { mode, name, names, at, guesses: [], guessedAt: null }
}

/** Noon UTC: in all states it is the morning of that day. */
const revealTime = (day: string) => new Date(`${day}T12:00:00Z`)

const isRevealed = ({ at, guessedAt }: Reveal, now: Date) => guessedAt !== null || (at !== null && at <= now)

/** Whether the recipient may guess, and may still do so. */
const guessesLeftOf = (reveal: Reveal, now: Date) =>
  reveal.names.length === 0 || isRevealed(reveal, now) ? 0 : Math.max(0, maxGuesses - reveal.guesses.length)

/** What the recipient reads of the reveal. Before it the answer depends on no name, not even in its length. */
export function toRecipientReveal(reveal: Reveal | undefined, now: Date): RecipientReveal {
  if (!reveal) return { mode: 'never', at: null, guessesLeft: 0, isGuessed: false, name: null }
  return {
    mode: reveal.mode,
    at: reveal.at?.toISOString() ?? null,
    guessesLeft: guessesLeftOf(reveal, now),
    isGuessed: reveal.guessedAt !== null,
    name: isRevealed(reveal, now) ? reveal.name : null,
  }
}

/** A reveal of which only the mode and the outcome are left, for the history: no name, and nothing that was guessed. */
export const withoutGuesses = (reveal: Reveal): Reveal => ({
  ...reveal,
  name: '',
  names: [],
  guesses: reveal.guesses.map(() => ''),
})

/** What the sender reads of it in the history. A day counts once the parcel was sent, and until its address was forgotten. */
export function toHistoryReveal(
  { reveal, forgottenAt }: Pick<OrderItem, 'reveal' | 'forgottenAt'>,
  wasSent: boolean,
  now: Date,
): HistoryReveal {
  if (!reveal) return { mode: 'never', date: null, state: 'hidden' }
  const { mode, at, guesses } = reveal
  const isMissed = mode === 'guess' && guesses.length >= maxGuesses
  return {
    mode,
    date: at?.toISOString().slice(0, 10) ?? null,
    state: wasSent && isRevealed(reveal, forgottenAt ?? now) ? 'revealed' : isMissed ? 'missed' : 'hidden',
  }
}

export const toHistoryReaction = ({ reaction }: OrderItem): HistoryReaction | null =>
  reaction ? { emoji: reaction.emoji, message: reaction.message, at: reaction.at.toISOString() } : null

/** The item whose parcel has this reference, once it was sent. */
export function sentItemOf(order: Order, reference: string): OrderItem | undefined {
  const known = order.references?.find((one) => one.reference === reference)
  const item = order.items.find((one) => parcelId(order, one) === known?.parcelId)
  return item && isItemSent(order, item) ? item : undefined
}

/** The part of the recipient's page that the sender chose; null until the parcel is sent. */
export function toRecipientPage(order: Order, reference: string, now: Date): RecipientPage | null {
  const item = sentItemOf(order, reference)
  if (!item) return null
  return { reveal: toRecipientReveal(item.reveal, now), reaction: item.reaction?.emoji ?? null }
}

/** Whether a guess is one of the names. All are compared, so that the time says nothing. */
export function isRightGuess({ names }: Reveal, guess: string): boolean {
  const compared = comparableName(guess)
  return names.filter((name) => comparableName(name) === compared).length > 0
}

/** The reveal with one more guess; the same when it was guessed before; null when no guess is possible. */
export function withGuess(reveal: Reveal, digest: string, guess: string, now: Date): Reveal | null {
  if (reveal.guesses.includes(digest)) return reveal
  if (guessesLeftOf(reveal, now) === 0) return null
  const guesses = [...reveal.guesses, digest]
  return { ...reveal, guesses, guessedAt: isRightGuess(reveal, guess) ? now : null }
}
