import { productName } from '@prankpost/contracts/constants'
import { paths } from '../../lib/paths.ts'
import { LegalPage } from './parts/legal-page.tsx'

/** The terms of service. */
export default function TermsPage() {
  return (
    <LegalPage
      name="terms"
      title="Terms of Service"
      description={`The rules of the game: what ${productName} sends, to whom, and on what terms.`}
      canonical={paths.terms}
      picture="scales"
      colour="bg-sky"
      lead="The rules of the game. They keep it funny for everybody."
    />
  )
}
