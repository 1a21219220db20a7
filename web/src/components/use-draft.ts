import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'

/** The form of a draft; of which fields does not matter here. */
type AnyForm = Record<'watch' | 'getValues' | 'reset', unknown>

/**
 * Keeps what is typed into a form, and fills in what was kept when the form opens: after its first render, because the
 * server renders it, too. The form clears the draft once its content is sent.
 */
export function useDraft(form: AnyForm, draft: { get(): object | null; set(texts: never): void }) {
  const { watch, getValues, reset } = form as UseFormReturn
  useEffect(() => {
    const kept = draft.get()
    if (kept) reset(kept)
    const watching = watch(() => draft.set(getValues() as never))
    return () => watching.unsubscribe()
  }, [draft, watch, getValues, reset])
}
