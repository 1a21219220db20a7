import { z } from 'zod'
import {
  maxGuessNameLength,
  maxGuessNames,
  maxReactionLength,
  maxShownNameLength,
  reactionEmojis,
} from './constants.ts'
import { calendarDay, line, paragraph, timestamp } from './primitives.ts'

/** A name as guesses are compared: without case, accents, spaces and punctuation. */
export const comparableName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

/** A name that can be compared: it has a letter or a digit. */
const guessable = line(maxGuessNameLength, 'Name').refine(
  (name) => comparableName(name) !== '',
  'Name must contain a letter or a digit',
)
const shownName = line(maxShownNameLength, 'The name to show')
const guessNames = z.array(guessable).max(maxGuessNames, `At most ${maxGuessNames} names can be guessed`)

export const revealModes = ['never', 'date', 'guess'] as const
export type RevealMode = (typeof revealModes)[number]

/**
 * What the sender of an item chooses: stay anonymous, show a name on a day, or once a recipient guesses one of `names`. With a
 * day, guesses are possible if there are names: a right one shows the name at once.
 */
export const revealChoice = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('never') }),
  z.object({ mode: z.literal('date'), date: calendarDay, name: shownName, names: guessNames.default([]) }),
  z.object({
    mode: z.literal('guess'),
    names: guessNames.min(1, 'A name to guess is required'),
    name: shownName,
  }),
])
export type RevealChoice = z.input<typeof revealChoice>

/** What a recipient reads of it. Before the reveal nothing depends on the names. */
export const recipientReveal = z.object({
  mode: z.enum(revealModes),
  /** When the name is shown by itself. */
  at: timestamp.nullable(),
  /** 0 when the sender allows none, and once none is needed or left. */
  guessesLeft: z.int(),
  isGuessed: z.boolean(),
  /** Null before the reveal. */
  name: z.string().nullable(),
})
export type RecipientReveal = z.infer<typeof recipientReveal>

/** The part of a slip's page that its sender chose and its recipient answered. */
export const recipientPage = z.object({
  reveal: recipientReveal,
  /** The emoji that was sent. The text is for the sender only: other people may have the slip, too. */
  reaction: z.enum(reactionEmojis).nullable(),
})
export type RecipientPage = z.infer<typeof recipientPage>

export const guessInput = z.object({ name: guessable })
export const guessAnswer = z.object({ isRight: z.boolean(), reveal: recipientReveal })
export type GuessAnswer = z.infer<typeof guessAnswer>

export const reactionInput = z.object({
  emoji: z.enum(reactionEmojis, 'Please pick one of the emojis'),
  message: paragraph(maxReactionLength, 'Message', 0).nullish(),
})

/** The reveal of an item for its sender. It has no names: nothing that is read before the reveal does. */
export const historyReveal = z.object({
  mode: z.enum(revealModes),
  date: calendarDay.nullable(),
  /** `missed`: all guesses were wrong, and no day is set. */
  state: z.enum(['hidden', 'revealed', 'missed']),
})
export type HistoryReveal = z.infer<typeof historyReveal>

/** The reaction of a recipient for the sender. The message is null without one. */
export const historyReaction = z.object({
  emoji: z.enum(reactionEmojis),
  message: z.string().nullable(),
  at: timestamp,
})
export type HistoryReaction = z.infer<typeof historyReaction>
