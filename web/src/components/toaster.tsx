import { X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { useEffect } from 'react'
import { dismissToast, useToast } from '../lib/toasts.ts'

/** How long a toast stays (specification, section 9). */
const durationMs = 5000

/**
 * Shows one toast at a time. `aria-live` on the frame keeps it visible to screen readers while a modal hides the
 * rest of the page; Radix itself announces the toast.
 */
export default function Toaster() {
  const shown = useToast()
  useEffect(() => shown?.onShown?.(), [shown])
  return (
    <Toast.Provider duration={durationMs} swipeDirection="right" swipeThreshold={50} label="Notification">
      {shown && (
        <Toast.Root
          key={shown.id}
          onOpenChange={(open) => {
            if (!open) dismissToast(shown.id)
          }}
          className={`toast panel pointer-events-auto flex items-center gap-3 p-4 pr-3 ${shown.tone === 'destructive' ? 'bg-tomato text-white' : 'bg-mint text-ink'}`}
        >
          <div className="min-w-0 flex-1 break-words">
            <Toast.Title className="font-display text-lg leading-tight">{shown.title}</Toast.Title>
            {shown.description && (
              <Toast.Description className="mt-0.5 font-semibold">{shown.description}</Toast.Description>
            )}
          </div>
          <Toast.Close
            aria-label="Dismiss"
            className="-my-1 grid size-11 shrink-0 place-items-center rounded-full hover:bg-ink/15 focus-visible:outline-current"
          >
            <X className="size-5" strokeWidth={3} aria-hidden="true" />
          </Toast.Close>
        </Toast.Root>
      )}
      <div aria-live="off">
        <Toast.Viewport
          label="Notification"
          className="fixed right-0 bottom-0 z-60 flex w-full max-w-sm flex-col p-4 outline-none"
        />
      </div>
    </Toast.Provider>
  )
}
