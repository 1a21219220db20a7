import { ApiError, call, errorText } from '@prankpost/web-kit'
import { Button, Input } from 'antd'
import { type FormEvent, useId, useState } from 'react'
import { useNotify } from '../../lib/notify.ts'
import { startSession } from '../../lib/session.ts'

/** 'Admin Access': the login with the admin password (specification, sections 2 and 5). */
export function LoginPage() {
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
      const isWrong = error instanceof ApiError && error.status === 401
      const message = errorText(error, 'Please try again.')
      notify.error('Login Failed', isWrong ? 'Invalid admin password.' : message)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <main className="login">
      <div className="login-card card">
        <h1>Admin Access</h1>
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
          <Button
            htmlType="submit"
            type="primary"
            size="large"
            block
            disabled={isBusy || password.trim() === ''}
          >
            {isBusy ? 'Logging in...' : 'Login'}
          </Button>
        </form>
      </div>
    </main>
  )
}
