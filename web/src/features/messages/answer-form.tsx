import { errorText } from '@prankpost/web-kit'
import { textSlot } from '@prankpost/web-kit/storage'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Alert } from '../../components/failure.tsx'
import { FieldError } from '../../components/field.tsx'
import { toast } from '../../lib/toasts.ts'
import { answerThread, threadQuery } from './api.ts'

/** The answer that is being written, kept until it is sent. */
const messageDraftSlot = textSlot('session', 'prankpost-message-draft')

/** The customer's answer. After a failure the text is still there, and sending it again adds it once. */
export function AnswerForm({ token }: { token: string }) {
  const id = useId()
  const queryClient = useQueryClient()
  const [text, setText] = useState(messageDraftSlot.get)
  const [mistake, setMistake] = useState('')
  const attempt = useRef({ text: '', key: '' })
  const { mutate, isPending, error } = useMutation({
    mutationFn: (answer: string) => answerThread(token, answer, keyOf(attempt.current, answer)),
    onSuccess: (thread) => {
      queryClient.setQueryData(threadQuery(token).queryKey, thread)
      attempt.current = { text: '', key: '' }
      write('')
      toast({ title: 'Message Sent', description: "Thank you! We'll get back to you within 24 hours." })
    },
  })
  const write = (next: string) => {
    setText(next)
    setMistake('')
    messageDraftSlot.set(next)
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    if (text.trim() === '') return setMistake('Please write something first')
    mutate(text.trim())
  }
  return (
    <form onSubmit={send} noValidate className="panel mt-6 grid gap-4 p-5">
      <div>
        <label htmlFor={id} className="mb-1 block font-extrabold">
          Your answer
        </label>
        <textarea
          id={id}
          className="field min-h-36"
          required
          rows={5}
          maxLength={5000}
          readOnly={isPending}
          value={text}
          onChange={({ target }) => write(target.value)}
          aria-invalid={mistake !== '' || undefined}
          aria-describedby={mistake ? `${id}-error` : undefined}
        />
        <FieldError id={`${id}-error`} error={mistake} />
      </div>
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

/** The idempotency key of an answer: the same for each attempt to send the same text. */
function keyOf(attempt: { text: string; key: string }, answer: string): string {
  if (attempt.text !== answer) Object.assign(attempt, { text: answer, key: randomKey() })
  return attempt.key
}

// Not `crypto.randomUUID`, which is not available over plain HTTP.
const randomKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-')
