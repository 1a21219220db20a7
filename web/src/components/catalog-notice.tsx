import type { CatalogNews } from '../lib/price-news.ts'
import { Button } from './button.tsx'

/** Announces changed prices, and pranks that are sold out or not on sale any more, before the customer pays. */
export function CatalogNotice({ news: { prices, missing, soldOut, dismiss } }: { news: CatalogNews }) {
  return (
    <div role="status">
      {(prices.length > 0 || missing.length > 0 || soldOut.length > 0) && (
        <div className="panel mb-6 flex flex-wrap items-center justify-between gap-3 bg-sun p-4">
          <div className="min-w-0 font-bold">
            {prices.map(({ prankId, name, from, to }) => (
              <p key={prankId}>
                The price of {name} has changed: it is {to} now, and was {from}.
              </p>
            ))}
            {soldOut.map((name) => (
              <p key={name}>{name} is sold out. Please remove it before you pay.</p>
            ))}
            {missing.map((name) => (
              <p key={name}>{name} is not on sale any more. Please remove it before you pay.</p>
            ))}
          </div>
          {prices.length > 0 && <Button onClick={dismiss}>OK</Button>}
        </div>
      )}
    </div>
  )
}
