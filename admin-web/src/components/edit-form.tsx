import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { isConflict } from '../lib/admin-call.ts'
import { listedItems, listKeyOf } from '../lib/admin-list.ts'

interface Editable {
  id: string
  revision: number
}

interface EditFormOptions<T, F> {
  /** What is edited; may be null for a new item. */
  item: T
  /** The resource whose lists contain the item. */
  resource: string
  formOf: (item: T) => F
}

/**
 * The form of a dialog that edits an item of a list, and the item that it is compared with. After another operator's
 * change, `reload` reads the item again: the form then shows that change, except in the fields that were typed.
 */
export function useEditForm<T extends Editable | null, F extends object>(options: EditFormOptions<T, F>) {
  const { resource, formOf } = options
  const queryClient = useQueryClient()
  const [item, setItem] = useState(options.item)
  const [form, setForm] = useState(() => formOf(item))
  const [solved, setSolved] = useState<Error | null>(null)
  const reload = async (conflict: Error) => {
    await queryClient.invalidateQueries({ queryKey: listKeyOf(resource) })
    const [newest = item] = listedItems<NonNullable<T>>(queryClient, resource)
      .filter(({ id }) => id === item?.id)
      .sort((a, b) => b.revision - a.revision)
    const before = formOf(item)
    setForm((now) => {
      const typed = Object.entries(now).filter(([name, value]) => value !== before[name as keyof F])
      return { ...formOf(newest), ...Object.fromEntries(typed) }
    })
    setItem(newest)
    setSolved(conflict)
  }
  return {
    item,
    form,
    change: (part: Partial<F>) => setForm((now) => ({ ...now, ...part })),
    reload,
    /** The error, unless it was a conflict and the item was reloaded since. */
    unsolved: (error: Error | null) => (error === solved ? null : error),
  }
}

interface ReloadOfferProps {
  error: Error | null
  onReload: (conflict: Error) => Promise<void>
}

/** Offers to reload the item after it was refused because another operator has changed it. */
export function ReloadOffer({ error, onReload }: ReloadOfferProps) {
  if (!isConflict(error)) return null
  return (
    <p className="hint">
      <Button size="small" onClick={() => void onReload(error)}>
        Reload
      </Button>{' '}
      What you have typed stays.
    </p>
  )
}
