/**
 * Unsaved notes, by message id. They are stored outside of the components, so that a change of tab, page or session
 * while typing loses nothing.
 */
export interface Draft {
  text: string
  /** The notes on the server when the draft was started, or last confirmed since. */
  base: string | null
  /** conflict: another operator has saved `theirs` in the meantime. */
  phase: 'waiting' | 'saving' | 'failed' | 'conflict'
  theirs: string | null
}

const drafts = new Map<string, Draft>()
const listeners = new Set<() => void>()

/** The unsaved notes of a message; undefined when they are saved. */
export const draftOf = (id: string): Draft | undefined => drafts.get(id)

/** Creates or changes a draft. */
export function setDraft(id: string, draft: Draft) {
  drafts.set(id, draft)
  notifyListeners()
}

/** Deletes a draft that is saved or discarded. */
export function dropDraft(id: string) {
  drafts.delete(id)
  notifyListeners()
}

/** Registers a listener for changes of drafts. */
export function onDraftChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notifyListeners() {
  for (const listener of listeners) listener()
}
