import type { Agreement } from '@prankpost/contracts/agreement'
import { termsVersionOf } from '@prankpost/contracts/consent'
import { dollars, formatDateTime, priceCents } from '@prankpost/web-kit'
import { Link } from 'wouter'
import { paths } from '../lib/paths.ts'
import { ConsentText } from './consent-text.tsx'

/** The wording that a customer agreed to, with the time, the version of the terms, and the price. */
export function AgreementNote({ agreement }: { agreement: Agreement }) {
  const { wording, version, price, interval, agreedAt } = agreement
  const termsVersion = termsVersionOf(agreement)
  return (
    <>
      <p>
        "<ConsentText wording={wording} />"
      </p>
      <p className="mt-1 font-bold text-ink-soft text-sm">
        <time dateTime={agreedAt}>{formatDateTime(agreedAt)}</time>,{' '}
        {termsVersion === null ? (
          `terms of ${version}`
        ) : (
          <Link to={`${paths.terms}?version=${termsVersion}`} className="underline underline-offset-4">
            terms of {version}
          </Link>
        )}
        {price !== null && `, ${dollars(priceCents(price))}${interval === null ? '' : ` every ${interval}`}`}
      </p>
    </>
  )
}
