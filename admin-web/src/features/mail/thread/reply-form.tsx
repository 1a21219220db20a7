import type { ContactThread } from '@prankpost/contracts/support'
import { errorText } from '@prankpost/web-kit'
import { useIsShown } from '@prankpost/web-kit/use-is-shown'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import type { FormEvent, KeyboardEvent } from 'react'
import { Failure } from '../../../components/error-state.tsx'
import { TextAreaField } from '../../../components/text-field.tsx'
import { useNotify } from '../../../lib/notify.ts'
import { newTextDrafts } from '../../../lib/text-drafts.ts'
import { refreshMail, sendReply, showThread, threadQuery } from '../api.ts'
import { Templates } from './templates.tsx'

/** Unsent answers, by message id. */
const drafts = newTextDrafts()

/**
 * The answer to a message. If another reply arrived meanwhile, nothing is sent: the thread shows that reply, and the text
 * is still there.
 */
export function ReplyForm({ thread: { id, name, email, replies } }: { thread: ContactThread }) {
  const queryClient = useQueryClient()
  const notify = useNotify()
  // Not a state of the form, which may be opened again while its answer is being sent.
  const text = drafts.useText(id)
  const isShown = useIsShown()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (answer: string) =>
      sendReply(id, { text: answer, replyCount: replies.length }, drafts.keyOf(id, answer)),
    onSuccess: (sent, answer) => {
      drafts.drop(id, answer)
      showThread(queryClient, sent)
      notify.success('Answer Sent', `To ${email}`)
    },
    onError: (failure) => {
      if (!isShown.current) {
        const reason = errorText(failure, 'There was no answer.')
        notify.error('Answer Not Sent', `To ${email}. ${reason} It is still in its thread.`)
      }
      return queryClient.invalidateQueries({ queryKey: threadQuery(id).queryKey })
    },
    onSettled: () => void refreshMail(queryClient),
  })
  const write = (next: string) => drafts.set(id, next)
  const send = () => {
    if (text.trim() !== '' && !isPending) mutate(text.trim())
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  const sendOnCtrlEnter = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
  }
  return (
    <form className="reply-form" onSubmit={submit}>
      <Templates text={text} customerName={name} onChange={write} />
      <TextAreaField
        label="Answer"
        autoSize={{ minRows: 5, maxRows: 16 }}
        maxLength={5000}
        readOnly={isPending}
        value={text}
        onChange={write}
        onKeyDown={sendOnCtrlEnter}
      />
      {error && (
        <Failure
          error={error}
          failed="The answer could not be sent. Please try again."
          unknownOutcome="It is not known whether the answer was sent. Send it again: the same text is never sent twice."
        />
      )}
      <p className="reply-foot">
        <Button type="primary" htmlType="submit" loading={isPending} disabled={text.trim() === ''}>
          Send Answer
        </Button>
        <span className="hint">By mail to {email}, with a link to this thread. Ctrl+Enter sends.</span>
      </p>
    </form>
  )
}
