import { errorText } from '@prankpost/web-kit'
import { randomUuid } from '@prankpost/web-kit/random-uuid'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Alert } from '../../components/failure.tsx'
import { Textarea } from '../../components/field.tsx'
import { answerDraft } from '../../lib/drafts.ts'
import { toast } from '../../lib/toasts.ts'
import { answerThread, threadQuery } from './api.ts'

/** The customer's answer, kept until it is sent. After a failure, also after a reload, sending it again adds it once. */
export function AnswerForm({ token }: { token: string }) {
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState(() => answerDraft(token).get() ?? empty)
  const { text } = draft
  const [mistake, setMistake] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ sent, idempotencyKey }: typeof empty) => answerThread(token, sent, idempotencyKey),
    onSuccess: (thread) => {
      queryClient.setQueryData(threadQuery(token).queryKey, thread)
      setDraft(empty)
      answerDraft(token).clear()
      toast({ title: 'Message Sent', description: "Thank you! We'll get back to you within 24 hours." })
    },
  })
  const keep = (changed: typeof empty) => {
    setDraft(changed)
    answerDraft(token).set(changed)
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    const sent = text.trim()
    if (sent === '') return setMistake('Please write something first')
    // Another text than that of the last attempt is another answer: it has a key of its own.
    const attempt = sent === draft.sent ? draft : { text, sent, idempotencyKey: randomUuid() }
    keep(attempt)
    mutate(attempt)
  }
  return (
    <form onSubmit={send} noValidate className="panel mt-6 grid gap-4 p-5">
      <Textarea
        label="Your answer"
        className="min-h-36"
        required
        rows={5}
        maxLength={5000}
        readOnly={isPending}
        value={text}
        onChange={({ target }) => {
          setMistake('')
          keep({ ...draft, text: target.value })
        }}
        error={mistake}
      />
      {error && (
        <Alert>
          {errorText(error, 'Your answer could not be sent. Please try again.')}
          <span className="block text-ink">Your answer is still here.</span>
        </Alert>
      )}
      <Button type="submit" variant="loud" busy={isPending}>
        <Send className="size-5" strokeWidth={2.5} aria-hidden="true" />
        {isPending ? 'Sending...' : 'Send Answer'}
      </Button>
    </form>
  )
}

const empty = { text: '', sent: '', idempotencyKey: '' }
