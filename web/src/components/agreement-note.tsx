import type { Agreement } from '@prankpost/contracts/agreement'
import { dollars, formatDateTime, priceCents } from '@prankpost/web-kit'
import { ConsentText } from './consent-text.tsx'

/** The wording that a customer agreed to, with the time, the version of the terms, and the price. */
export function AgreementNote({ agreement }: { agreement: Agreement }) {
  const { wording, version, price, interval, agreedAt } = agreement
  return (
    <>
      <p>
        "<ConsentText wording={wording} />"
      </p>
      <p className="mt-1 font-bold text-ink-soft text-sm">
        <time dateTime={agreedAt}>{formatDateTime(agreedAt)}</time>, terms of {version}
        {price !== null && `, ${dollars(priceCents(price))}${interval === null ? '' : ` every ${interval}`}`}
      </p>
    </>
  )
}
