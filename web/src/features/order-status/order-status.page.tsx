import type { LinkedOrder } from '@prankpost/contracts/customer-order'
import { formatDate } from '@prankpost/web-kit'
import { useQuery } from '@tanstack/react-query'
import { navigate } from 'wouter/use-browser-location'
import { Button, ButtonLink } from '../../components/button.tsx'
import { LinkedPage, VoidLink } from '../../components/linked-page.tsx'
import { OrderBadge, ParcelBadge } from '../../components/order-badge.tsx'
import { ParcelTracking } from '../../components/parcel-tracking.tsx'
import { PrankPicture, prankColour } from '../../components/picture.tsx'
import { Reading } from '../../components/reading.tsx'
import { SkeletonBlock } from '../../components/skeleton.tsx'
import { promptSignIn } from '../../lib/auth-prompt.ts'
import { orderLinkSlot } from '../../lib/link-token.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { linkedOrderQuery } from './api.ts'

const ways = (
  <>
    <ButtonLink variant="primary" to={paths.history}>
      View Prank History
    </ButtonLink>
    <ButtonLink to={paths.support}>Contact Us</ButtonLink>
  </>
)

/** The page of the link in our mails about an order: its status and tracking, without a sign-in. */
export default function OrderStatusPage() {
  return (
    <LinkedPage
      title="Order Status"
      slot={orderLinkSlot}
      otherwise="find your orders in your account."
      ways={ways}
    >
      {(token) => <OrderBehindLink key={token} token={token} />}
    </LinkedPage>
  )
}

function OrderBehindLink({ token }: { token: string }) {
  const query = useQuery(linkedOrderQuery(token))
  return (
    <Reading
      query={query}
      failed="The order could not be loaded. Please try again."
      unknown={<VoidLink ways={ways}>Your orders are still in your account.</VoidLink>}
      skeleton={
        <>
          <SkeletonBlock className="h-44" />
          <SkeletonBlock className="mt-6 h-40" />
        </>
      }
    >
      {(order) => <Status order={order} />}
    </Reading>
  )
}

function Status({ order }: { order: LinkedOrder }) {
  // The answer has no ids, and the order of its items does not change.
  const keys = order.items.map(({ prankName }, index) => `${index}-${prankName}`)
  return (
    <>
      <header className="panel overflow-hidden shadow-hard-lg">
        <div className="airmail border-ink border-b-[2.5px]" aria-hidden="true" />
        <div className="rays bg-sky px-5 py-6 sm:px-7">
          <h1 className="flex flex-wrap items-center gap-x-4 gap-y-2 text-4xl sm:text-5xl">
            Order{' '}
            <span className="-rotate-2 rounded-xl border-[3px] border-pop-deep border-double bg-card px-3 py-1 text-2xl text-pop-deep tracking-widest sm:text-3xl">
              {order.number}
            </span>
          </h1>
          <p className="mt-4 flex flex-wrap items-center gap-3 font-extrabold">
            <OrderBadge status={order.status} />
            {order.paidAt && <span>{formatDate(order.paidAt)}</span>}
          </p>
        </div>
      </header>
      {order.items.length > 0 && (
        <ul aria-label="Parcels" className="mt-6 grid gap-4">
          {order.items.map((item, index) => (
            <Parcel key={keys[index]} item={item} />
          ))}
        </ul>
      )}
      <Everything expiresAt={order.expiresAt} />
    </>
  )
}

function Parcel({ item }: { item: LinkedOrder['items'][number] }) {
  return (
    <li className="panel flex gap-4 p-4">
      <div
        className={`rays grid size-20 shrink-0 place-items-center rounded-2xl border-2 border-ink sm:size-24 ${prankColour(item.prankImage)}`}
      >
        <PrankPicture image={item.prankImage} size={64} />
      </div>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h2 className="text-xl sm:text-2xl">
            {item.quantity > 1 && <span className="text-ink-soft">{item.quantity} × </span>}
            {item.prankName}
          </h2>
          <ParcelBadge status={item.status} />
        </div>
        {item.contactCity && <p className="mb-1.5 text-ink-soft">To {item.contactCity}</p>}
        <ParcelTracking parcel={item} />
      </div>
    </li>
  )
}

/** The way to the whole order. The link shows only a part, because mails are forwarded and read by others. */
function Everything({ expiresAt }: { expiresAt: string }) {
  const { user } = useSession()
  const signIn = () => {
    navigate(paths.history)
    promptSignIn()
  }
  return (
    <div className="mt-8 flex flex-col items-center gap-3 text-center">
      {user ? (
        <ButtonLink variant="primary" to={paths.history}>
          See everything
        </ButtonLink>
      ) : (
        <Button variant="primary" onClick={signIn}>
          Sign in to see everything
        </Button>
      )}
      <p className="max-w-md text-ink-soft">
        Targets and receipt are in your account, where you can change the order, too. This link works until{' '}
        {formatDate(expiresAt)}.
      </p>
    </div>
  )
}
