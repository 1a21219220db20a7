import { errorText } from '@prankpost/web-kit'
import { useSearchParams } from 'wouter'
import { Button, ButtonLink } from '../../components/button.tsx'
import { LoadFailed, Notice } from '../../components/notice.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { promptSignIn } from '../../lib/auth-prompt.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { paymentOf } from './api.ts'
import { Celebration } from './parts/celebration.tsx'
import { useConfirmation } from './use-confirmation.ts'

/** The return page of the payment provider: processing, then success or the error. */
export default function SuccessPage() {
  const [search] = useSearchParams()
  const payment = paymentOf(search)
  return (
    <div className="page py-12">
      <PageHead title="Payment" noIndex />
      {payment.kind === 'invalid' ? <InvalidSession /> : <Confirmation payment={payment} />}
    </div>
  )
}

function Confirmation({ payment }: { payment: Parameters<typeof useConfirmation>[0] }) {
  const session = useSession()
  const { data: id, error, isPending, confirm } = useConfirmation(payment, Boolean(session.user))

  if (id !== undefined) return <Celebration kind={payment.kind} id={id} />
  if (error) return <PaymentError message={errorText(error, 'Please contact support.')} onRetry={confirm} />
  if (session.error && !session.user) {
    const message = errorText(session.error, 'Your session could not be read. Please try again.')
    return <LoadFailed message={message} onRetry={() => session.refetch()} />
  }
  if (session.user === null) return <SignInFirst />
  return isPending || session.isPending ? <Processing /> : null
}

function Processing() {
  return (
    <div role="status">
      <Notice picture="rocket" level="h1" title="Processing your payment...">
        Please keep this page open for a moment.
      </Notice>
    </div>
  )
}

function SignInFirst() {
  const signIn = (
    <Button variant="primary" onClick={() => promptSignIn()}>
      Sign In
    </Button>
  )
  return (
    <Notice picture="lock" level="h1" title="Your payment is safe" actions={signIn}>
      You are signed out. Please sign in, and we will finish your order.
    </Notice>
  )
}

function InvalidSession() {
  return <PaymentError message="Invalid payment session" />
}

function PaymentError({ message, onRetry }: { message: string; onRetry?: () => void }) {
  const actions = (
    <>
      {onRetry && (
        <Button variant="primary" onClick={onRetry}>
          Try Again
        </Button>
      )}
      <ButtonLink variant={onRetry ? 'plain' : 'primary'} to={paths.cart}>
        Return to Cart
      </ButtonLink>
      <ButtonLink to={paths.home}>Go Home</ButtonLink>
    </>
  )
  return (
    <div role="alert">
      <Notice picture="ghost" level="h1" title="Payment Error" actions={actions}>
        {message}
      </Notice>
    </div>
  )
}
