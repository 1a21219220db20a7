import { formatDayRange } from '@prankpost/web-kit'
import type { CatalogNews } from '../lib/price-news.ts'
import { Button } from './button.tsx'

/** Announces changed prices, dates that became impossible, and pranks that are sold out or not on sale any more, before the customer pays. */
export function CatalogNotice({ news }: { news: CatalogNews }) {
  const { prices, dates, missing, soldOut, dismiss } = news
  const hasChanged = prices.length > 0 || dates.length > 0
  return (
    <div role="status">
      {(hasChanged || missing.length > 0 || soldOut.length > 0) && (
        <div className="panel mb-6 flex flex-wrap items-center justify-between gap-3 bg-sun p-4">
          <div className="min-w-0 font-bold">
            {prices.map(({ prankId, name, from, to }) => (
              <p key={prankId}>
                The price of {name} has changed: it is {to} now, and was {from}.
              </p>
            ))}
            {dates.map(({ prankName, contactName, day }) => (
              <p key={`${prankName} ${contactName} ${day}`}>
                {prankName} for {contactName} cannot arrive by {formatDayRange({ from: day, to: day })} any
                more. It is sent as soon as possible, or by another date if you choose one.
              </p>
            ))}
            {soldOut.map((name) => (
              <p key={name}>{name} is sold out. Please remove it before you pay.</p>
            ))}
            {missing.map((name) => (
              <p key={name}>{name} is not on sale any more. Please remove it before you pay.</p>
            ))}
          </div>
          {hasChanged && <Button onClick={dismiss}>OK</Button>}
        </div>
      )}
    </div>
  )
}
