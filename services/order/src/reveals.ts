import { createHash } from 'node:crypto'
import {
  type CheckoutItem,
  comparableName,
  type HistoryReaction,
  type HistoryReveal,
  maxGuesses,
  maxRevealDays,
  type RecipientPage,
  type RecipientReveal,
} from '@prankpost/contracts'
import { screen } from '@prankpost/screening'
import { invalid } from '@prankpost/service-kit'
import type { Order, OrderItem } from './order.model.ts'
import { isItemSent, parcelId } from './parcels.ts'
import type { Reveal } from './reveal.model.ts'

/**
 * The reveal that the sender of an item chose, as it is stored; undefined to stay anonymous. Names are screened: unlike a message,
 * which operators can read and release, they are refused, so that people of the shop never read them.
 * @throws 400 with a message that names the target
 */
export function revealOf(
  { reveal: choice }: Pick<CheckoutItem, 'reveal'>,
  target: string,
  now: Date,
): Reveal | undefined {
  if (choice === undefined || choice.mode === 'never') return undefined
  const { mode, name, names } = choice
  if ([name, ...names].some((one) => screen({ message: one, address: null }).matches.length > 0)) {
    throw invalid(`A name in the reveal for ${target} cannot be used. Please choose another one.`)
  }
  const at = mode === 'date' ? revealTime(choice.date) : null
  if (at !== null && (at <= now || at.getTime() > now.getTime() + maxRevealDays * 86_400_000)) {
    throw invalid(`The day of the reveal for ${target} must be in the next ${maxRevealDays} days.`)
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

/** What the sender reads of it in the history. A day counts once the parcel was sent. */
export function toHistoryReveal(reveal: Reveal | undefined, wasSent: boolean, now: Date): HistoryReveal {
  if (!reveal) return { mode: 'never', date: null, state: 'hidden' }
  const { mode, at, guesses } = reveal
  const isMissed = mode === 'guess' && guesses.length >= maxGuesses
  return {
    mode,
    date: at?.toISOString().slice(0, 10) ?? null,
    state: wasSent && isRevealed(reveal, now) ? 'revealed' : isMissed ? 'missed' : 'hidden',
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

/** A guess as it is stored, to recognize a repeat: the sender never learns what was guessed. */
const guessDigest = (reference: string, guess: string): string =>
  createHash('sha256')
    .update(`${reference} ${comparableName(guess)}`)
    .digest('base64url')
    .slice(0, 22)

/** The reveal with one more guess; the same when it was guessed before; null when no guess is possible. */
export function withGuess(reveal: Reveal, reference: string, guess: string, now: Date): Reveal | null {
  const digest = guessDigest(reference, guess)
  if (reveal.guesses.includes(digest)) return reveal
  if (guessesLeftOf(reveal, now) === 0) return null
  const guesses = [...reveal.guesses, digest]
  return { ...reveal, guesses, guessedAt: isRightGuess(reveal, guess) ? now : null }
}
