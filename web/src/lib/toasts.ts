import { isRecord, parseJson } from '@prankpost/web-kit'
import { slot } from '@prankpost/web-kit/storage'
import { useSyncExternalStore } from 'react'

/** A message to the customer: a title and an optional sentence. */
export interface ToastMessage {
  title: string
  description?: string
  tone?: 'good' | 'destructive'
  /** Called once the toast is visible. This may be later, because its code is loaded on demand. */
  onShown?: () => void
}
/** A toast with a number that distinguishes it from earlier ones. */
export type ShownToast = ToastMessage & { id: number }

let current: ShownToast | null = null
let lastId = 0
const listeners = new Set<() => void>()

function show(next: ShownToast | null) {
  current = next
  for (const listener of listeners) listener()
}

/** Shows a toast. It replaces the current one: one toast is visible at a time. */
export function toast(message: ToastMessage) {
  lastId += 1
  show({ ...message, id: lastId })
}

/** Shows an error toast. */
export function toastError(title: string, description: string) {
  toast({ title, description, tone: 'destructive' })
}

/** Dismisses this toast, unless another one has already replaced it. */
export function dismissToast(id: number) {
  if (current?.id === id) show(null)
}

const keptSlot = slot<ToastMessage | null>({
  area: 'session',
  key: 'prankpost-toast',
  empty: null,
  read: (text) => {
    const kept = parseJson(text)
    if (!isRecord(kept) || typeof kept.title !== 'string') return null
    return {
      title: kept.title,
      ...(typeof kept.description === 'string' && { description: kept.description }),
    }
  },
})

/** Stores a toast that is shown after the next reload. */
export function toastAfterReload(message: ToastMessage) {
  keptSlot.set(message)
}

/** Shows the toast that was stored before the reload, once. */
export function showKeptToast() {
  const kept = keptSlot.get()
  if (!kept) return
  keptSlot.clear()
  toast(kept)
}

/** The current toast. */
export function useToast(): ShownToast | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => current,
    () => null,
  )
}
