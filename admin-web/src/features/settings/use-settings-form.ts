import type { AdminSettings, ShopSettings } from '@prankpost/contracts/shop'
import { errorText } from '@prankpost/web-kit'
import { useIsShown } from '@prankpost/web-kit/use-is-shown'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotify } from '../../lib/notify.ts'
import { changeSettings, type SettingsPatch, settingsQuery } from './api.ts'

type Name = keyof ShopSettings
/** What was typed into the fields, and the revision that the operator saw then. */
interface Draft {
  fields: Partial<Record<Name, string>>
  revision: number
}

/**
 * The settings, and what the operator has typed but not saved. A save sends only the given fields, with the revision that was
 * shown when the operator began to type: a change by another operator since then is not overwritten.
 */
export function useSettingsForm() {
  const queryClient = useQueryClient()
  const notify = useNotify()
  const isShown = useIsShown()
  const query = useQuery(settingsQuery)
  const [draft, setDraft] = useState<Draft | null>(null)
  const { mutate, ...saving } = useMutation({
    mutationFn: ({ patch }: { patch: SettingsPatch; names: Name[]; done: string }) => changeSettings(patch),
    onSuccess: (saved: AdminSettings, { names, done }) => {
      queryClient.setQueryData(settingsQuery.queryKey, saved)
      setDraft((before) => without(before, names, saved.revision))
      notify.success('Settings Saved', done)
    },
    // The card shows it, unless the tab was left meanwhile.
    onError: (error) => {
      if (isShown.current) return
      notify.error('Settings Not Saved', errorText(error, 'There was no answer. Please check them.'))
    },
  })
  return {
    query,
    saving,
    /** What was typed into a field; undefined if nothing was. */
    typed: (name: Name) => draft?.fields[name],
    type(name: Name, text: string, revision: number) {
      saving.reset()
      setDraft((before) => ({
        fields: { ...before?.fields, [name]: text },
        revision: before?.revision ?? revision,
      }))
    },
    /** Saves these values; `done` says in the notification what has happened. */
    save: (values: Partial<ShopSettings>, revision: number, done: string) =>
      mutate({
        patch: { ...values, revision: draft?.revision ?? revision },
        names: Object.keys(values) as Name[],
        done,
      }),
    /** Discards what was typed, and reads the settings again. */
    reload() {
      setDraft(null)
      saving.reset()
      void query.refetch()
    },
  }
}

export type SettingsForm = ReturnType<typeof useSettingsForm>

function without(draft: Draft | null, names: Name[], revision: number): Draft | null {
  const left = Object.entries(draft?.fields ?? {}).filter(([name]) => !names.includes(name as Name))
  return left.length === 0 ? null : { fields: Object.fromEntries(left), revision }
}
