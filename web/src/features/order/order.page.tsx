import { errorText } from '@prankpost/web-kit'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import { Button, ButtonLink } from '../../components/button.tsx'
import { LoadFailed, Notice } from '../../components/notice.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { Reading } from '../../components/reading.tsx'
import { promptSignIn } from '../../lib/auth-prompt.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { wasSignedInSlot } from '../../lib/was-signed-in.ts'
import { orderQuery } from './api.ts'
import { OrderSkeleton } from './parts/order-skeleton.tsx'
import { OrderView } from './parts/order-view.tsx'

/** One of the customer's orders (`?id=`): its parcels and timeline, and what can still be changed. */
export default function OrderPage() {
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  return (
    <div className="page py-8 sm:py-10">
      <PageHead title="Your Order" noIndex />
      {id ? <OwnOrder key={id} id={id} /> : <UnknownOrder />}
    </div>
  )
}

function OwnOrder({ id }: { id: string }) {
  const session = useSession()
  const { user, isPending } = session
  // Read together with the session in a browser where a customer was signed in before.
  const mayRead = Boolean(user) || (isPending && wasSignedInSlot.get() !== '')
  const query = useQuery({ ...orderQuery(id), enabled: mayRead })
  if (session.error && !user) {
    const message = errorText(session.error, 'Your account could not be loaded. Please try again.')
    return <LoadFailed message={message} onRetry={() => session.refetch()} />
  }
  if (user === null) return <SignInFirst />
  return (
    <Reading
      query={query}
      failed="Your order could not be loaded. Please try again."
      unknown={<UnknownOrder />}
      skeleton={<OrderSkeleton />}
    >
      {(order) => <OrderView order={order} />}
    </Reading>
  )
}

function SignInFirst() {
  return (
    <Notice
      picture="lock"
      level="h1"
      title="Please log in to see your order."
      actions={
        <>
          <Button variant="primary" onClick={() => promptSignIn()}>
            Sign In
          </Button>
          <ButtonLink to={paths.home}>Go to Home</ButtonLink>
        </>
      }
    />
  )
}

function UnknownOrder() {
  return (
    <Notice
      picture="ghost"
      level="h1"
      title="Order Not Found"
      actions={
        <>
          <ButtonLink variant="primary" to={paths.history}>
            View Prank History
          </ButtonLink>
          <ButtonLink to={paths.support}>Contact Us</ButtonLink>
        </>
      }
    >
      There is no such order in your account. Did you order with another email address?
    </Notice>
  )
}
