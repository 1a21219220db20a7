/**
 * Notes that are typed and not saved yet, by the message's id. They live outside of the screen, so that a change
 * of tab, page or session in the midst of typing loses nothing.
 */
export interface Draft {
  text: string
  /** What the server held when the typing began, or has confirmed since. */
  base: string | null
  /** conflict: somebody else has written `theirs` meanwhile. */
  phase: 'waiting' | 'saving' | 'failed' | 'conflict'
  theirs: string | null
}

const drafts = new Map<string, Draft>()
const listeners = new Set<() => void>()

/** The unsaved notes of a message; undefined when all is saved. */
export const draftOf = (id: string): Draft | undefined => drafts.get(id)

/** Begins or changes a draft. */
export function setDraft(id: string, draft: Draft) {
  drafts.set(id, draft)
  tell()
}

/** Forgets a draft: it is saved, or not wanted any more. */
export function dropDraft(id: string) {
  drafts.delete(id)
  tell()
}

/** Hears of every change. */
export function onDraftChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function tell() {
  for (const listener of listeners) listener()
}
