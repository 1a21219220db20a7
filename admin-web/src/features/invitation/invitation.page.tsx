import { ApiError, call, errorText } from '@prankpost/web-kit'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Alert, Button, Input } from 'antd'
import { type FormEvent, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { Waiting } from '../../components/error-state.tsx'
import { Field } from '../../components/field.tsx'
import { useNotify } from '../../lib/notify.ts'
import { roles } from '../../lib/roles.ts'
import { endSession, loginWay } from '../../lib/session.ts'

const minLength = 12

/** The page of the link in an invitation, `/admin/invitation#token=...`: the operator sets a password. */
export default function InvitationPage() {
  const token = new URLSearchParams(useLocation().hash.slice(1)).get('token') ?? ''
  const query = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => call('POST /api/operators/invitation', { body: { token }, signal }),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const { data, error } = query
  const isVoid = token === '' || (error instanceof ApiError && error.status === 400)
  return (
    <main className="login">
      <div className="login-card login-wide card">
        <h1>Welcome to the Team</h1>
        {data ? (
          <>
            <p>
              {data.name}, set a password for <strong>{data.email}</strong>. Your role:{' '}
              {roles[data.role].label}.
            </p>
            <PasswordForm token={token} email={data.email} />
          </>
        ) : isVoid ? (
          <>
            <Alert
              type="warning"
              showIcon
              role="alert"
              title={error ? errorText(error, voidText) : voidText}
            />
            <Link to="/">Go to the sign-in</Link>
          </>
        ) : (
          <Waiting for={query} failed="The invitation could not be read." />
        )}
      </div>
    </main>
  )
}

const voidText =
  'This link is incomplete. Open it from the mail again, or ask the owner for a new invitation.'

function PasswordForm({ token, email }: { token: string; email: string }) {
  const [password, setPassword] = useState('')
  const navigate = useNavigate()
  const notify = useNotify()
  const accept = useMutation({
    mutationFn: () => call('POST /api/operators/invitation/accept', { body: { token, password } }),
    onSuccess: () => {
      // Ends the session of any operator in this browser: the new operator signs in next.
      endSession()
      loginWay.set('account')
      notify.success('Password Set', 'Please sign in with it.')
      navigate('/', { replace: true })
    },
  })
  const isReady = password.length >= minLength
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isReady && !accept.isPending) accept.mutate()
  }
  return (
    <form noValidate onSubmit={submit}>
      {/* For password managers: without it they store the password without the address. */}
      <input hidden name="username" autoComplete="username" value={email} readOnly />
      <Field label="New password" mistake={accept.error ? errorText(accept.error, 'Please try again.') : ''}>
        {(a11y) => (
          <Input.Password
            {...a11y}
            size="large"
            autoComplete="new-password"
            autoFocus
            maxLength={200}
            value={password}
            onChange={({ target }) => {
              setPassword(target.value)
              accept.reset()
            }}
          />
        )}
      </Field>
      <p className="hint">At least {minLength} characters, and not one that is easy to guess.</p>
      <Button
        htmlType="submit"
        type="primary"
        size="large"
        block
        loading={accept.isPending}
        disabled={!isReady}
      >
        Set Password
      </Button>
    </form>
  )
}
