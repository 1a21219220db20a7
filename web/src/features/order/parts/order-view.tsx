import type { CustomerOrder } from '@prankpost/contracts/customer-order'
import { useState } from 'react'
import { AgreementNote } from '../../../components/agreement-note.tsx'
import { OrderHeader } from './order-header.tsx'
import { ParcelCard } from './parcel-card.tsx'
import { Timeline } from './timeline.tsx'

/** An order: what it is and what can be done, its parcels, and what happened so far. */
export function OrderView({ order }: { order: CustomerOrder }) {
  const [news, setNews] = useState('')
  return (
    <>
      {/* Rendered before it has content: screen readers announce changes in it. */}
      <div role="status">
        {news && (
          <p className="panel mb-6 bg-mint px-5 py-4 font-extrabold text-lg [overflow-wrap:anywhere]">
            {news}
          </p>
        )}
      </div>
      <OrderHeader order={order} onCancelled={setNews} />
      <div className="mt-9 grid items-start gap-9 lg:grid-cols-[minmax(0,1fr)_21rem] lg:gap-8">
        <section aria-labelledby="parcels">
          <h2 id="parcels" className="mb-5 text-3xl">
            {order.items.length === 1 ? 'Your Parcel' : 'Your Parcels'}
          </h2>
          {order.items.length > 0 ? (
            <ul className="grid gap-5">
              {order.items.map((item) => (
                <ParcelCard key={item.id} order={order} item={item} />
              ))}
            </ul>
          ) : (
            <p className="panel dots p-6 font-bold text-ink-soft text-lg">
              Nothing is on its way yet. Each prank of this month appears here as soon as it is sent.
            </p>
          )}
        </section>
        <div className="grid gap-7 lg:sticky lg:top-24">
          <section aria-labelledby="timeline">
            <h2 id="timeline" className="mb-5 text-3xl">
              Timeline
            </h2>
            <Timeline entries={order.timeline} />
          </section>
          {order.agreement && (
            <section aria-labelledby="agreed">
              <h2 id="agreed" className="mb-2 text-xl">
                What You Agreed To
              </h2>
              <AgreementNote agreement={order.agreement} />
            </section>
          )}
        </div>
      </div>
    </>
  )
}
