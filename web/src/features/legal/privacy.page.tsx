import { productName } from '@prankpost/contracts/constants'
import { useTitle } from '../../lib/title.ts'
import { LegalPage, LegalSection, Rules } from './parts/legal-page.tsx'

/** The privacy policy. */
export default function PrivacyPage() {
  useTitle('Privacy Policy', `What ${productName} knows about you and your targets, and who never learns it.`)
  return (
    <LegalPage
      title="Privacy Policy"
      picture="detective"
      colour="bg-mint"
      lead="We keep your secret. Here is what we know, and what we do with it."
    >
      <LegalSection title="Your anonymity">
        <p>
          A parcel from {productName} carries no name, address or hint of who ordered it. We do not tell a
          recipient who you are. The only exception is a lawful order of a court or an authority that we must
          follow.
        </p>
      </LegalSection>
      <LegalSection title="What we collect">
        <Rules
          items={[
            'Your account: name, email address and a password, which we store only as a hash.',
            'Your targets: the names and US addresses that you save or order for.',
            'Your orders and subscriptions: pranks, prices, dates and their delivery.',
            'What you agreed to when you signed up or paid: the wording and the time.',
            'Messages that you send us through the support page, and notes that you ask us to put into a parcel.',
          ]}
        />
      </LegalSection>
      <LegalSection title="What stays in your browser">
        <p>
          Your Arsenal, its discount code and, while you are not signed in, your targets are kept in your own
          browser. Logging out clears them. One cookie keeps you signed in for up to 7 days. We set no cookies
          for advertising, and we do not track you across other sites.
        </p>
      </LegalSection>
      <LegalSection title="Payments">
        <p>
          You pay on the page of our card payment provider. Your card number never reaches us; we only learn
          whether the payment went through.
        </p>
      </LegalSection>
      <LegalSection title="What we use it for">
        <Rules
          items={[
            'To prepare, ship and track the pranks that you ordered.',
            'To bill your subscription until you cancel it.',
            'To answer you when you write to us.',
            'To keep the store safe from abuse.',
          ]}
        />
        <p>We do not sell what we know about you or your targets, and we rent it to nobody.</p>
      </LegalSection>
      <LegalSection title="Who else sees it">
        <p>
          The post sees the address on the parcel. The payment provider sees your payment. Nobody else does,
          unless the law requires it.
        </p>
      </LegalSection>
      <LegalSection title="How long we keep it">
        <Rules
          items={[
            'What you write to us: two years.',
            'A file with your data, once you asked for one: seven days.',
            'When you delete your account: names and addresses go at once, those of orders that you have paid as soon as they are sent.',
            'Dates and amounts of orders stay, without names, because tax law asks for our books.',
          ]}
        />
      </LegalSection>
      <LegalSection title="Your choices">
        <p>
          You can edit and delete your targets whenever you like. In your Dashboard, under Account, you can
          download everything that we hold about you, and delete your account. To correct something, or
          without an account, write to us; we answer within 24 hours. If you received a parcel and want no
          more, tell us, and your address will get none.
        </p>
      </LegalSection>
    </LegalPage>
  )
}
