import { productName } from '@prankpost/contracts/constants'
import { useTitle } from '../../lib/title.ts'
import { LegalPage, LegalSection, Rules } from './parts/legal-page.tsx'

/** The terms of service. */
export default function TermsPage() {
  useTitle(
    'Terms of Service',
    `The rules of the game: what ${productName} sends, to whom, and on what terms.`,
  )
  return (
    <LegalPage
      title="Terms of Service"
      picture="scales"
      colour="bg-sky"
      lead="The rules of the game. They keep it funny for everybody."
    >
      <LegalSection title="1. Harmless pranks only">
        <p>
          {productName} sends harmless novelty parcels for amusement. By ordering you agree that your prank is
          meant as a joke, and that its recipient can be expected to take it as one.
        </p>
      </LegalSection>
      <LegalSection title="2. What is not allowed">
        <Rules
          items={[
            'No threats, in the parcel or in its message.',
            'No harassment: nobody gets pranked who has asked you or us to stop.',
            'No parcels to minors without the consent of a parent or guardian.',
            'No sending to businesses or workplaces.',
          ]}
        />
        <p>We refuse and cancel orders that break these rules, and may close the account behind them.</p>
      </LegalSection>
      <LegalSection title="3. Your account">
        <p>
          You are responsible for what is ordered from your account, and for having the right to use the names
          and addresses that you give us.
        </p>
      </LegalSection>
      <LegalSection title="4. Prices and payment">
        <p>
          Prices are in US dollars and are shown before you pay. Payment is taken in full, by card, through
          our payment provider. Shipping is free.
        </p>
      </LegalSection>
      <LegalSection title="5. Delivery">
        <p>
          We ship within the United States only. Orders are processed within 24 hours; standard delivery takes
          3-5 business days.
        </p>
      </LegalSection>
      <LegalSection title="6. Changes, cancellations and refunds">
        <p>
          An order can be changed or cancelled within 2 hours. Refunds are available within 24 hours of the
          order. There are no refunds after an order has been shipped.
        </p>
      </LegalSection>
      <LegalSection title="7. Subscriptions">
        <p>
          Subscriptions renew automatically every month until cancelled. You can cancel at any time from your
          dashboard; cancelling takes effect immediately, and no further payments are charged.
        </p>
      </LegalSection>
      <LegalSection title="8. Liability">
        <p>
          Pranks are sold as they are, for fun. As far as the law allows, we are not liable for how a
          recipient takes a prank, nor for delays of the post.
        </p>
      </LegalSection>
      <LegalSection title="9. Changes to these terms">
        <p>
          When these terms change, the date at the top does as well. What you have ordered stays under the
          terms that stood when you ordered it.
        </p>
      </LegalSection>
    </LegalPage>
  )
}
