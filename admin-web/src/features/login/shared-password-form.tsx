import { ApiError, call, errorText } from '@prankpost/web-kit'
import { Button, Input } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { useNotify } from '../../lib/notify.ts'
import { startSession } from '../../lib/session.ts'

/** The login with the password that operators share. */
export function SharedPasswordForm() {
  const [password, setPassword] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const notify = useNotify()
  const fieldId = useId()

  const logIn = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy || password.trim() === '') return
    setIsBusy(true)
    try {
      await call('POST /api/admin/login', { body: { password: password.trim() } })
      startSession(password.trim())
      notify.success('Login Successful')
    } catch (error) {
      notify.error('Login Failed', reasonOf(error))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <form onSubmit={logIn}>
      <label htmlFor={fieldId}>Password</label>
      <Input.Password
        id={fieldId}
        size="large"
        autoComplete="current-password"
        autoFocus
        maxLength={200}
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      <Button htmlType="submit" type="primary" size="large" block disabled={isBusy || password.trim() === ''}>
        {isBusy ? 'Logging in...' : 'Login'}
      </Button>
    </form>
  )
}

/** The server says when the shared password is switched off; otherwise a 401 has the specification's text. */
function reasonOf(error: unknown): string {
  const message = errorText(error, 'Please try again.')
  const isWrong = error instanceof ApiError && error.status === 401
  return isWrong && !message.includes('is off') ? 'Invalid admin password.' : message
}
