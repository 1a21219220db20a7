import { maxReportMessage } from '@prankpost/contracts/constants'
import { errorText } from '@prankpost/web-kit'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Done } from '../../../components/done.tsx'
import { Alert } from '../../../components/failure.tsx'
import { Textarea } from '../../../components/field.tsx'
import { reportDraft } from '../../../lib/drafts.ts'
import { reportHarassment } from '../api.ts'

/**
 * Reports harassment, with a message if the recipient wants to. The message is kept until it is sent. Without the address of
 * the parcel nothing can be held.
 */
export function ReportForm({ code, hasAddress }: { code: string; hasAddress: boolean }) {
  const [draft] = useState(() => reportDraft(code))
  const [words, setWords] = useState(draft.get()?.words ?? '')
  const { mutate, isPending, error, data } = useMutation({
    mutationFn: () => reportHarassment(code, words.trim()),
    onSuccess: draft.clear,
  })
  const write = (text: string) => {
    setWords(text)
    draft.set({ words: text })
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) mutate()
  }
  return (
    <section aria-labelledby="report" className="panel mt-6 grid gap-3 p-5">
      <h2 id="report" className="text-2xl">
        Report Harassment
      </h2>
      {data ? (
        <Done message={data.message} />
      ) : (
        <form onSubmit={send} noValidate className="grid gap-3">
          <p>
            A parcel scares you, or they do not stop?{' '}
            {hasAddress
              ? 'We hold everything that is not sent to your address yet, and a person looks into it.'
              : 'A person looks into it.'}{' '}
            The sender does not learn of your report.
          </p>
          <Textarea
            label="What happened (optional)"
            className="min-h-28"
            rows={4}
            maxLength={maxReportMessage}
            readOnly={isPending}
            value={words}
            onChange={({ target }) => write(target.value)}
          />
          {error && <Alert>{errorText(error, 'Please try again.')}</Alert>}
          <Button type="submit" variant="danger" wide busy={isPending}>
            {isPending ? 'Sending...' : 'Send Report'}
          </Button>
          <p className="text-ink-soft text-sm">In danger right now? Call 911.</p>
        </form>
      )}
    </section>
  )
}
