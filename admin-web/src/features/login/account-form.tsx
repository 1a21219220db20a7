import { ApiError, call, errorText } from '@prankpost/web-kit'
import { Button, Input } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { useNotify } from '../../lib/notify.ts'
import { startAccountSession } from '../../lib/session.ts'

/** The sign-in of an operator: address and password, then a one-time code if the account has codes. */
export function AccountForm() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [needsCode, setNeedsCode] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const notify = useNotify()
  const id = useId()
  const isReady = email.trim() !== '' && password !== '' && (!needsCode || code.trim() !== '')

  const signIn = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || !isReady) return
    setIsBusy(true)
    try {
      const body = { email: email.trim(), password, ...(needsCode && { code: code.trim() }) }
      await call('POST /api/operators/sign-in', { body })
      startAccountSession(email.trim())
      notify.success('Login Successful')
    } catch (error) {
      setCode('')
      if (error instanceof ApiError && error.code === 'code_required') setNeedsCode(true)
      else notify.error('Login Failed', errorText(error, 'Please try again.'))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <form onSubmit={signIn}>
      <label htmlFor={`${id}-email`}>Email</label>
      <Input
        id={`${id}-email`}
        size="large"
        type="email"
        autoComplete="username"
        autoFocus
        maxLength={254}
        disabled={needsCode}
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      <label htmlFor={`${id}-password`}>Password</label>
      <Input.Password
        id={`${id}-password`}
        size="large"
        autoComplete="current-password"
        maxLength={200}
        disabled={needsCode}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      {needsCode && (
        <>
          <label htmlFor={`${id}-code`}>One-time code</label>
          <Input
            id={`${id}-code`}
            size="large"
            inputMode="text"
            autoComplete="one-time-code"
            autoFocus
            maxLength={20}
            aria-describedby={`${id}-hint`}
            value={code}
            onChange={({ target }) => setCode(target.value)}
          />
          <p id={`${id}-hint`} className="hint">
            The six digits of your app, or one of your recovery codes.
          </p>
        </>
      )}
      <Button htmlType="submit" type="primary" size="large" block disabled={isBusy || !isReady}>
        {isBusy ? 'Logging in...' : 'Login'}
      </Button>
      {needsCode && (
        <Button type="text" block onClick={() => setNeedsCode(false)}>
          Back
        </Button>
      )}
    </form>
  )
}
