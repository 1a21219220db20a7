import type { QueryClient } from '@tanstack/react-query'
import { isConflict } from '../../../lib/admin-call.ts'
import { isLoggedIn } from '../../../lib/session.ts'
import { changeMessage, patchMessage, readMessage, refreshMail } from '../api.ts'
import { type Draft, noteDrafts } from './drafts.ts'

/** The ids of drafts to save again after the save in progress. */
const queuedSaves = new Set<string>()

interface Outcome {
  onSaved: () => void
  onFailed: () => void
}

/**
 * Saves a message's draft, one save at a time. It sends the previous notes along, so that notes changed by another
 * operator are not overwritten: the draft is then in conflict. When a save fails, the draft is kept.
 */
export async function saveNotes(id: string, queryClient: QueryClient, outcome: Outcome): Promise<void> {
  const draft = noteDrafts.of(id)
  if (draft === undefined || draft.phase === 'conflict' || !isLoggedIn()) return
  if (draft.phase === 'saving') {
    queuedSaves.add(id)
    return
  }
  noteDrafts.set(id, { ...draft, phase: 'saving' })
  try {
    const { adminNotes } = await changeMessage(id, {
      adminNotes: draft.text || null,
      previous: { adminNotes: draft.base },
    })
    patchMessage(queryClient, id, (message) => ({ ...message, adminNotes }))
    confirmSaved(id, draft.text, adminNotes)
    outcome.onSaved()
    void refreshMail(queryClient)
  } catch (error) {
    await keepUnsaved(id, error)
    outcome.onFailed()
  }
  if (queuedSaves.delete(id)) await saveNotes(id, queryClient, outcome)
}

function confirmSaved(id: string, sent: string, base: string | null) {
  const now = noteDrafts.of(id)
  if (now === undefined || now.text === sent) noteDrafts.drop(id)
  else noteDrafts.set(id, { ...now, base, phase: 'waiting' })
}

/** Marks the draft as failed or, if another operator saved first, as in conflict with their notes. */
async function keepUnsaved(id: string, error: unknown) {
  mark(id, { phase: 'failed' })
  if (!isConflict(error)) return
  // Without a response the draft stays failed; the next attempt detects the conflict again.
  const current = await readMessage(id).catch(() => null)
  if (current) mark(id, { phase: 'conflict', theirs: current.adminNotes })
}

function mark(id: string, change: Partial<Draft>) {
  const now = noteDrafts.of(id)
  if (now) noteDrafts.set(id, { ...now, ...change })
}
