import { productName } from '@prankpost/contracts/constants'
import { useTitle } from '../../lib/title.ts'
import { LegalPage } from './parts/legal-page.tsx'

/** The privacy policy. */
export default function PrivacyPage() {
  useTitle('Privacy Policy', `What ${productName} knows about you and your targets, and who never learns it.`)
  return (
    <LegalPage
      name="privacy"
      title="Privacy Policy"
      picture="detective"
      colour="bg-mint"
      lead="We keep your secret. Here is what we know, and what we do with it."
    />
  )
}
