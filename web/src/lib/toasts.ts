import { isRecord, parseJson } from '@prankpost/web-kit'
import { useSyncExternalStore } from 'react'
import { slot } from './storage.ts'

/** One message to the customer: a title, and a sentence where there is more to say. */
export interface ToastMessage {
  title: string
  description?: string
  tone?: 'good' | 'destructive'
  /** Called once the toast is really on the screen: its code may still have been on the way. */
  onShown?: () => void
}
/** A toast with the number that tells it from the one before. */
export type ShownToast = ToastMessage & { id: number }

let current: ShownToast | null = null
let lastId = 0
const listeners = new Set<() => void>()

function show(next: ShownToast | null) {
  current = next
  for (const listener of listeners) listener()
}

/** Shows a toast in place of the one on the screen: one is visible at a time. */
export function toast(message: ToastMessage) {
  lastId += 1
  show({ ...message, id: lastId })
}

/** Shows a toast about something that went wrong. */
export function toastError(title: string, description: string) {
  toast({ title, description, tone: 'destructive' })
}

/** Takes this toast from the screen, unless another one has taken its place already. */
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

/** Keeps a toast for the page that comes after the reload which is about to happen. */
export function toastAfterReload(message: ToastMessage) {
  keptSlot.set(message)
}

/** Shows the toast that was kept over a reload, once. */
export function showKeptToast() {
  const kept = keptSlot.get()
  if (!kept) return
  keptSlot.clear()
  toast(kept)
}

/** The toast to be shown now. */
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
