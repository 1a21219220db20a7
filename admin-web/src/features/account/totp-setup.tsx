import { ApiError, errorText, saveFile } from '@prankpost/web-kit'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Button, QRCode, Typography } from 'antd'
import { type FormEvent, useEffect, useState } from 'react'
import { Waiting } from '../../components/error-state.tsx'
import { TextField } from '../../components/text-field.tsx'
import { confirmTotp, setUpTotp } from './api.ts'
import './account.css'

interface TotpSetupProps {
  onDone: () => void
  /** Called with true from the confirmation on: the recovery codes that it returns are shown only here. */
  onConfirming?: (isConfirming: boolean) => void
}

/** Shows a secret as a QR code and as text, confirms it with a code, and shows the recovery codes once. */
export function TotpSetup({ onDone, onConfirming }: TotpSetupProps) {
  // Not kept: each visit gets a new secret, and the server knows only the newest one.
  const setup = useQuery({
    queryKey: ['totp-setup'],
    queryFn: setUpTotp,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const [code, setCode] = useState('')
  const confirm = useMutation({ mutationFn: () => confirmTotp(code.trim()) })
  const isConfirming = confirm.isPending || confirm.isSuccess
  useEffect(() => onConfirming?.(isConfirming), [isConfirming, onConfirming])
  if (confirm.data) return <RecoveryCodes codes={confirm.data.recoveryCodes} onDone={onDone} />
  if (setup.error || setup.data === undefined) {
    return <Waiting for={setup} failed="No secret could be created." />
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim().length >= 6 && !confirm.isPending) confirm.mutate()
  }
  return (
    <form className="totp" noValidate onSubmit={submit}>
      <p>1. Scan this code with the app, or enter the key.</p>
      <QRCode value={setup.data.uri} size={184} type="svg" aria-label="QR code of the key" role="img" />
      <Typography.Text className="totp-key" copyable={{ tooltips: ['Copy key', 'Copied'] }}>
        {setup.data.secret}
      </Typography.Text>
      <TextField
        label="2. Enter the six digits that the app shows"
        mistake={mistakeOf(confirm.error)}
        size="large"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={8}
        value={code}
        onChange={setCode}
      />
      <Button
        htmlType="submit"
        type="primary"
        size="large"
        block
        loading={confirm.isPending}
        disabled={code.trim().length < 6}
      >
        Confirm
      </Button>
    </form>
  )
}

const mistakeOf = (error: Error | null) =>
  error === null
    ? ''
    : error instanceof ApiError && error.issues.length > 0
      ? (error.issues[0]?.message ?? error.message)
      : errorText(error, 'The code could not be checked. Please try again.')

function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const text = codes.join('\n')
  const save = () => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'recovery-codes.txt')
  return (
    <section className="totp" aria-label="Recovery codes">
      <Alert
        type="warning"
        showIcon
        title="Save these recovery codes now. They are not shown again."
        description="Each works once instead of a one-time code, such as when you have lost your phone."
      />
      <pre className="totp-codes">{text}</pre>
      <div className="totp-actions">
        <Typography.Text copyable={{ text, tooltips: ['Copy all', 'Copied'] }}>Copy all</Typography.Text>
        <Button onClick={save}>Download</Button>
      </div>
      <Button type="primary" size="large" block onClick={onDone}>
        I Have Saved Them
      </Button>
    </section>
  )
}
