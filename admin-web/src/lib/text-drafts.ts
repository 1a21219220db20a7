import { randomUuid } from '@prankpost/web-kit/random-uuid'
import { newDrafts, useDraft } from '../../../lib/drafts.ts'

/** An unsent answer. */
interface ReplyDraft {
  text: string
  /** The latest attempt to send it: a text keeps its idempotency key. */
  attempt: { text: string; key: string } | null
}

/** By message id. */
const drafts = newDrafts<ReplyDraft>()

/** The unsent answer to a message; empty without one. */
export const useReplyDraft = (id: string): string => useDraft(drafts, id)?.text ?? ''

/** Stores what was typed. */
export function setReplyDraft(id: string, text: string) {
  const attempt = drafts.of(id)?.attempt ?? null
  if (text === '' && attempt === null) drafts.drop(id)
  else drafts.set(id, { attempt, text })
}

/** Deletes the draft of an answer that was sent, unless more was typed since. */
export function dropReplyDraft(id: string, sent: string) {
  if (drafts.of(id)?.text.trim() === sent) drafts.drop(id)
}

/** The idempotency key of an answer: the same for each attempt to send this text. */
export function replyKeyOf(id: string, text: string): string {
  const draft = drafts.of(id)
  if (draft?.attempt?.text === text) return draft.attempt.key
  const attempt = { text, key: randomUuid() }
  drafts.set(id, { text: draft?.text ?? text, attempt })
  return attempt.key
}
