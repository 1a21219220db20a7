import { errorText, isSignedOut } from '@prankpost/web-kit'
import { useIsShown } from '@prankpost/web-kit/use-is-shown'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { Button, Modal } from 'antd'
import { type FormEvent, type ReactNode, useId, useRef } from 'react'
import { isOutcomeUnknown } from '../lib/admin-call.ts'
import { useNotify } from '../lib/notify.ts'
import { Failure } from './error-state.tsx'
import './action-dialog.css'

/** What a dialog does when it is confirmed. */
interface Action {
  start: () => void
  isPending: boolean
  error: Error | null
}

interface ActionOptions<T> {
  act: () => Promise<T>
  /** The title and text of the notification of a success. */
  done?: (answer: T) => [title: string, text?: string]
  onDone?: (answer: T) => void
  refresh: (queryClient: QueryClient) => Promise<unknown>
}

/**
 * The action of a dialog. After success and after failure, the data that it concerns is read again: a refusal often means
 * that the data has changed. The dialog shows a failure; after Back has closed it, a notification does.
 */
export function useAction<T>({ act, done, onDone, refresh }: ActionOptions<T>) {
  const queryClient = useQueryClient()
  const notify = useNotify()
  const isShown = useIsShown()
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: act,
    onSuccess: (answer) => {
      if (done) notify.success(...done(answer))
      onDone?.(answer)
    },
    onError: (failure) => {
      if (isShown.current || isSignedOut(failure)) return
      const text = errorText(failure, 'There was no answer.')
      const check = isOutcomeUnknown(failure) ? ' Check whether it was done before you do it again.' : ''
      notify.error('Error', text + check)
    },
    onSettled: () => void refresh(queryClient),
  })
  return { start: () => mutate(), isPending, error, data }
}

interface ActionDialogProps {
  title: string
  /** The label of the button that confirms. */
  submitLabel: string
  /** The label of the button that closes; by default `Close`. */
  closeLabel?: string
  isDanger?: boolean
  action: Action
  /** Whether the form is complete. */
  isReady: boolean
  /** The message for a failure without an answer: what is known, and what to do. */
  unknownOutcome: string
  onClose: () => void
  children: ReactNode
}

/**
 * The form that confirms an action: Enter submits, Escape closes unless the action is in progress. It stays open after
 * a failure and shows the server's message.
 */
export function ActionDialog(props: ActionDialogProps) {
  const { title, submitLabel, closeLabel = 'Close', isDanger = false, isReady } = props
  const { start, isPending, error } = props.action
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const submitButton = useRef<HTMLButtonElement>(null)
  // Not with autoFocus: the dialog is hidden while its fields are created. A quick operator may be typing already.
  const focusFirst = () =>
    form.current?.contains(document.activeElement) ||
    (form.current?.querySelector<HTMLElement>('input, textarea') ?? submitButton.current)?.focus()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // In React, the event would also reach a form that the dialog was opened from.
    event.stopPropagation()
    // A half-typed date has an empty value: it would be saved as none.
    const fields = [...(form.current?.querySelectorAll('input') ?? [])]
    const halfTyped = fields.find(({ validity }) => validity.badInput)
    if (halfTyped) halfTyped.reportValidity()
    else if (isReady && !isPending) start()
  }
  return (
    <Modal
      open
      width={520}
      className="action-dialog"
      title={title}
      closable={!isPending}
      keyboard={!isPending}
      mask={{ closable: false }}
      afterOpenChange={(isOpen) => isOpen && focusFirst()}
      onCancel={props.onClose}
      footer={
        <>
          <Button disabled={isPending} onClick={props.onClose}>
            {closeLabel}
          </Button>
          <Button
            ref={submitButton}
            type="primary"
            htmlType="submit"
            form={formId}
            danger={isDanger}
            disabled={!isReady}
            loading={isPending}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} className="action-form" noValidate aria-busy={isPending} onSubmit={submit}>
        {props.children}
        {error && (
          <Failure
            error={error}
            failed="It could not be done. Please try again."
            unknownOutcome={props.unknownOutcome}
          />
        )}
      </form>
    </Modal>
  )
}
