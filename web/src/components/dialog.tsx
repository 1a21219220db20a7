import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useLayoutEffect, useRef } from 'react'

/** Whether a dialog is open, and what opens or closes it. */
export interface OpenState {
  open: boolean
  onOpenChange: (open: boolean) => void
}

interface DialogProps extends OpenState {
  title: string
  description?: ReactNode
  /** `drawer` slides in from the right and fills the height. */
  kind?: 'dialog' | 'drawer'
  children: ReactNode
}

const places = {
  dialog:
    'panel top-1/2 left-1/2 max-h-[92dvh] w-[min(30rem,calc(100vw-1.5rem))] -translate-x-1/2 -translate-y-1/2 rounded-card shadow-hard-lg [animation:var(--animate-fade-in)]',
  drawer:
    'top-0 right-0 h-dvh w-[min(20rem,88vw)] border-l-[2.5px] border-ink bg-card [animation:var(--animate-slide-in)]',
}

let locks = 0

/** Keeps the page behind a dialog from scrolling. It does not become wider by the place of its scroll bar. */
function useScrollLock(isLocked: boolean) {
  useLayoutEffect(() => {
    if (!isLocked) return
    const { body, documentElement } = document
    if (locks++ === 0) {
      body.style.paddingRight = `${innerWidth - documentElement.clientWidth}px`
      body.style.overflow = 'hidden'
    }
    return () => {
      if (--locks > 0) return
      body.style.paddingRight = ''
      body.style.overflow = ''
    }
  }, [isLocked])
}

/** The field of a form that gets the focus first; on a phone none, because the keyboard would cover the form. */
function firstField(dialog: EventTarget | null): HTMLElement | null {
  if (!(dialog instanceof HTMLElement) || !matchMedia('(hover: hover)').matches) return null
  return dialog.querySelector<HTMLElement>('input:not([type=radio], [type=checkbox]), textarea')
}

/** A modal dialog: it traps the focus, closes on Escape, and returns the focus to the element that opened it. */
export default function Dialog({
  open,
  onOpenChange,
  title,
  description,
  kind = 'dialog',
  children,
}: DialogProps) {
  const opener = useRef<Element | null>(null)
  useScrollLock(open)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        {/* Not Radix's overlay: it sets a custom property of the body, so the style of every element is computed again. */}
        <div
          aria-hidden="true"
          className="pointer-events-auto fixed inset-0 z-40 bg-ink/65 [animation:var(--animate-fade-in)]"
          onClick={() => onOpenChange(false)}
        />
        <Radix.Content
          className={`fixed z-50 flex flex-col overflow-hidden ${places[kind]}`}
          {...(!description && { 'aria-describedby': undefined })}
          onOpenAutoFocus={(event) => {
            // Once another dialog has replaced it and was closed, nothing has the focus, and its opener is still the same.
            if (document.activeElement !== document.body) opener.current = document.activeElement
            const field = firstField(event.currentTarget)
            if (!field) return
            event.preventDefault()
            field.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            const back = opener.current?.isConnected ? opener.current : document.getElementById('main')
            if (back instanceof HTMLElement) back.focus()
          }}
        >
          <div className="airmail shrink-0 border-ink border-b-[2.5px]" aria-hidden="true" />
          <div className="flex items-start justify-between gap-3 px-5 pt-5 pb-2 sm:px-6">
            <div>
              <Radix.Title className="text-[1.75rem]">{title}</Radix.Title>
              {description && (
                <Radix.Description className="mt-1 text-ink-soft">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close
              aria-label="Close"
              className="grid size-11 shrink-0 place-items-center rounded-full border-2 border-ink bg-card hover:bg-paper-deep"
            >
              <X className="size-5" strokeWidth={3} aria-hidden="true" />
            </Radix.Close>
          </div>
          <div className="min-h-0 overflow-y-auto overscroll-contain px-5 pt-2 pb-6 sm:px-6">{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
