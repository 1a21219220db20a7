import { newDrafts } from '../../../lib/drafts.ts'

/** Unsaved notes of a message. */
export interface Draft {
  text: string
  /** The notes on the server when the draft was started, or last confirmed since. */
  base: string | null
  /** conflict: another operator has saved `theirs` in the meantime. */
  phase: 'waiting' | 'saving' | 'failed' | 'conflict'
  theirs: string | null
}

/** The unsaved notes, by message id. */
export const noteDrafts = newDrafts<Draft>()
