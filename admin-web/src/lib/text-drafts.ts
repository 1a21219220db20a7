import { randomUuid } from '@prankpost/web-kit/random-uuid'
import { newDrafts, useDraft } from './drafts.ts'

/** An unsent text. */
interface TextDraft {
  text: string
  /** The latest attempt to send it: a text keeps its idempotency key. */
  attempt: { text: string; key: string } | null
}

/** Creates a store of unsent texts, by the id of what each is about. */
export function newTextDrafts() {
  const drafts = newDrafts<TextDraft>()
  return {
    /** The unsent text; empty without one. */
    useText: (id: string): string => useDraft(drafts, id)?.text ?? '',
    /** Stores what was typed. */
    set(id: string, text: string) {
      const attempt = drafts.of(id)?.attempt ?? null
      if (text === '' && attempt === null) drafts.drop(id)
      else drafts.set(id, { attempt, text })
    },
    /** Deletes the draft of a text that was sent, unless more was typed since. */
    drop(id: string, sent: string) {
      if (drafts.of(id)?.text.trim() === sent) drafts.drop(id)
    },
    /** The idempotency key of a trimmed text: the same for each attempt to send it. */
    keyOf(id: string, text: string): string {
      const draft = drafts.of(id)
      if (draft?.attempt?.text === text) return draft.attempt.key
      const attempt = { text, key: randomUuid() }
      drafts.set(id, { text: draft?.text ?? text, attempt })
      return attempt.key
    },
  }
}
