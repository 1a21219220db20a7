import { errorText } from '@prankpost/web-kit'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Done } from '../../../components/done.tsx'
import { Alert } from '../../../components/failure.tsx'
import { Field } from '../../../components/field.tsx'
import { confirmListing, type ListingRequest } from '../api.ts'

interface CodeFormProps {
  request: ListingRequest
  onDone: (message: string) => void
  onBack: () => void
}

/** Asks for the code that confirms the request. */
export function CodeForm({ request, onDone, onBack }: CodeFormProps) {
  const [code, setCode] = useState('')
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)

  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() === '') return setFailure('Code is required')
    setBusy(true)
    setFailure('')
    try {
      onDone((await confirmListing(request.requestId, code)).message)
    } catch (error) {
      setFailure(errorText(error, 'Please try again.'))
      setBusy(false)
    }
  }

  return (
    <form onSubmit={send} noValidate className="grid gap-4">
      <Done message={request.message} />
      <Field
        label="Code"
        required
        autoComplete="one-time-code"
        maxLength={40}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      {failure && <Alert>{failure}</Alert>}
      <Button type="submit" variant="loud" wide busy={busy}>
        {busy ? 'Checking...' : 'Confirm'}
      </Button>
      <Button type="button" wide onClick={onBack}>
        Start Again
      </Button>
    </form>
  )
}
