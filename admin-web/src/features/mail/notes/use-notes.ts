import type { ContactMessage } from '@prankpost/contracts/support'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { useDraft } from '../../../lib/drafts.ts'
import { useNotify } from '../../../lib/notify.ts'
import { noteDrafts } from './drafts.ts'
import { saveNotes } from './save-notes.ts'

const pauseMs = 500

/**
 * A message's notes, saved half a second after the last keystroke (design, section 6), and immediately when the field
 * or the page is left.
 */
export function useNotes({ id, adminNotes }: ContactMessage) {
  const queryClient = useQueryClient()
  const notify = useNotify()
  const draft = useDraft(noteDrafts, id)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const save = useMemo(
    () => () => {
      clearTimeout(timer.current)
      void saveNotes(id, queryClient, {
        onSaved: () => notify.success('Message Updated', undefined, `mail-${id}`),
        onFailed: () => notify.error('Error', 'Failed to update message'),
      })
    },
    [id, queryClient, notify],
  )
  useEffect(() => {
    globalThis.addEventListener('pagehide', save)
    return () => {
      globalThis.removeEventListener('pagehide', save)
      save()
    }
  }, [save])

  const write = (text: string) => {
    clearTimeout(timer.current)
    const { base, phase, theirs } = noteDrafts.of(id) ?? { base: adminNotes, phase: 'waiting', theirs: null }
    if (text === (base ?? '') && phase !== 'saving' && phase !== 'conflict') return noteDrafts.drop(id)
    noteDrafts.set(id, { text, base, theirs, phase: phase === 'failed' ? 'waiting' : phase })
    timer.current = setTimeout(save, pauseMs)
  }
  /** Resolves a conflict: this text replaces the notes of the other operator. */
  const settle = (text: string) => {
    if (draft === undefined) return
    noteDrafts.set(id, { text, base: draft.theirs, theirs: null, phase: 'waiting' })
    save()
  }
  return { text: draft?.text ?? adminNotes ?? '', draft, write, save, settle }
}
