import { type ReactionEmoji, reactionEmojis } from '@prankpost/contracts'
import { Schema } from 'mongoose'

/** When and to which guesses the recipient of an item learns a name, and what was guessed. Absent: never. */
export interface Reveal {
  mode: 'date' | 'guess'
  /** The name to show. */
  name: string
  /** The guesses that are right. */
  names: string[]
  /** From when on the name is shown. */
  at: Date | null
  /** Digests of the guesses so far, without repeats. */
  guesses: string[]
  /** When a guess was right. */
  guessedAt: Date | null
}

/** What the recipient answered. It never changes; an erasure removes the message. */
export interface Reaction {
  emoji: ReactionEmoji
  message: string | null
  at: Date
}

const text = { type: String, required: true }

/** The schema of a reveal in an item. */
export const revealSchema = new Schema<Reveal>(
  {
    mode: { ...text, enum: ['date', 'guess'] },
    // Empty once the recipient is forgotten.
    name: { type: String, default: '' },
    names: [String],
    at: { type: Date, default: null },
    guesses: [String],
    guessedAt: { type: Date, default: null },
  },
  { _id: false },
)

/** The schema of a reaction in an item. */
export const reactionSchema = new Schema<Reaction>(
  { emoji: { ...text, enum: reactionEmojis }, message: { type: String, default: null }, at: Date },
  { _id: false },
)
