import { maxGuessNameLength } from '@prankpost/contracts/constants'
import { errorText } from '@prankpost/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Alert } from '../../../components/failure.tsx'
import { Field } from '../../../components/field.tsx'
import { guessSender, slipQuery, updatePage } from '../api.ts'

interface GuessFormProps {
  code: string
  guessesLeft: number
  /** Shown once a guess was right. */
  children: ReactNode
}

/** Guesses of the recipient, as long as there are some. What a guess led to is announced, and the focus stays. */
export function GuessForm({ code, guessesLeft, children }: GuessFormProps) {
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const outcome = useRef<HTMLDivElement>(null)
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: () => guessSender(code, name.trim()),
    onSuccess({ reveal }) {
      updatePage(queryClient, code, { reveal })
      setName('')
      // The form is gone after the last guess.
      if (reveal.guessesLeft > 0) field.current?.focus()
      else outcome.current?.focus()
    },
    // Guesses of others with the slip count, too.
    onError: () => void queryClient.invalidateQueries({ queryKey: slipQuery(code).queryKey }),
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending && name.trim()) mutate()
  }
  return (
    <>
      <div ref={outcome} role="status" tabIndex={-1} className="outline-none empty:-mb-3">
        {data && !data.isRight && (
          <p className="font-bold">
            {guessesLeft === 0 ? 'Wrong. That was the last guess.' : `Wrong. Guesses left: ${guessesLeft}`}
          </p>
        )}
        {children}
      </div>
      {guessesLeft > 0 && (
        <form onSubmit={send} noValidate className="grid gap-3">
          {!data && (
            <p>
              You have {guessesLeft === 1 ? '1 guess' : `${guessesLeft} guesses`}. The sender learns whether
              you find out, and not what you guess.
            </p>
          )}
          <Field
            ref={field}
            label="Your guess"
            autoComplete="off"
            maxLength={maxGuessNameLength}
            readOnly={isPending}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          {error && <Alert>{errorText(error, 'Please try again.')}</Alert>}
          <Button type="submit" variant="primary" wide busy={isPending} disabled={!name.trim()}>
            {isPending ? 'Asking...' : 'Guess'}
          </Button>
        </form>
      )}
    </>
  )
}
