import { randomUuid } from '../../../lib/random-uuid.ts'

/**
 * Unsent answers, by message id. They are stored outside of the components, so that closing the thread, or a session that
 * ends while typing, loses nothing.
 */
interface ReplyDraft {
  text: string
  /** The latest attempt to send it: a text keeps its idempotency key. */
  attempt: { text: string; key: string } | null
}

const drafts = new Map<string, ReplyDraft>()

/** The unsent answer to a message; empty without one. */
export const replyDraftOf = (id: string): string => drafts.get(id)?.text ?? ''

/** Stores what was typed. */
export function setReplyDraft(id: string, text: string) {
  drafts.set(id, { attempt: drafts.get(id)?.attempt ?? null, text })
}

/** Deletes the draft of an answer that was sent, unless more was typed since. */
export function dropReplyDraft(id: string, sent: string) {
  if (replyDraftOf(id).trim() === sent) drafts.delete(id)
}

/** The idempotency key of an answer: the same for each attempt to send this text. */
export function replyKeyOf(id: string, text: string): string {
  const draft = drafts.get(id)
  if (draft?.attempt?.text === text) return draft.attempt.key
  const attempt = { text, key: randomUuid() }
  drafts.set(id, { text: draft?.text ?? text, attempt })
  return attempt.key
}
