import { productName } from '@prankpost/contracts/constants'
import { paths } from '../../lib/paths.ts'
import { LegalPage } from './parts/legal-page.tsx'

/** The privacy policy. */
export default function PrivacyPage() {
  return (
    <LegalPage
      name="privacy"
      title="Privacy Policy"
      description={`What ${productName} knows about you and your targets, and who never learns it.`}
      canonical={paths.privacy}
      picture="detective"
      colour="bg-mint"
      lead="We keep your secret. Here is what we know, and what we do with it."
    />
  )
}
