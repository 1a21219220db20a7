import { productName } from '@prankpost/contracts/constants'
import { useTitle } from '../../lib/title.ts'
import { LegalPage } from './parts/legal-page.tsx'

/** The terms of service. */
export default function TermsPage() {
  useTitle(
    'Terms of Service',
    `The rules of the game: what ${productName} sends, to whom, and on what terms.`,
  )
  return (
    <LegalPage
      name="terms"
      title="Terms of Service"
      picture="scales"
      colour="bg-sky"
      lead="The rules of the game. They keep it funny for everybody."
    />
  )
}
