import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { textsTypedEarly } from '../lib/early-texts.ts'

/** The form of a draft; of which fields does not matter here. */
type AnyForm = Record<'watch' | 'getValues' | 'reset', unknown>

/**
 * Keeps what is typed into a form, and fills in what was kept, or typed before the store had started, when the form opens:
 * after its first render, because the server renders it, too. The form clears the draft once its content is sent.
 */
export function useDraft(form: AnyForm, draft: { get(): object | null; set(texts: never): void }) {
  const { watch, getValues, reset } = form as UseFormReturn
  useEffect(() => {
    const watching = watch(() => draft.set(getValues() as never))
    const texts = { ...draft.get(), ...textsTypedEarly() }
    if (Object.keys(texts).length > 0) reset({ ...getValues(), ...texts })
    return () => watching.unsubscribe()
  }, [draft, watch, getValues, reset])
}
