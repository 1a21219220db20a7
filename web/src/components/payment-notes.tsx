import { checkoutConsent } from '@prankpost/contracts/consent'
import { ConsentText } from './consent-text.tsx'

/** Below the button that opens the payment page: what the customer agrees to, and who takes the payment. */
export function PaymentNotes({ totalCents }: { totalCents: number }) {
  return (
    <>
      <p className="text-center text-ink-soft text-sm">
        <ConsentText wording={checkoutConsent(totalCents).wording} />
      </p>
      <p className="text-center font-semibold text-ink-soft text-sm">
        You pay by card on the payment provider's own page. Your target never learns who you are.
      </p>
    </>
  )
}
