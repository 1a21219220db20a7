import { productName } from '@prankpost/contracts/constants'
import { useSlot } from '@prankpost/web-kit/storage'
import { useState } from 'react'
import { ButtonLink } from '../../components/button.tsx'
import { Done } from '../../components/done.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { doNotPrankDraft, listingDraft } from '../../lib/drafts.ts'
import { focusMain } from '../../lib/focus-main.ts'
import { paths } from '../../lib/paths.ts'
import { CodeForm } from './parts/code-form.tsx'
import { RequestForm } from './parts/request-form.tsx'

/** Where a recipient stops all parcels to an address: the address, then the code that confirms it. */
export default function DoNotPrankPage() {
  const request = useSlot(listingDraft)
  const [done, setDone] = useState('')
  const end = (message: string) => {
    doNotPrankDraft.clear()
    listingDraft.clear()
    setDone(message)
  }
  const back = () => {
    listingDraft.clear()
    focusMain()
  }
  return (
    <div className="page py-12">
      <PageHead
        title="Do-Not-Prank List"
        description={`No parcels, please: put your name and address on a list, and ${productName} never sends a prank to you again.`}
        canonical={paths.doNotPrank}
      />
      <section aria-labelledby="do-not-prank" className="panel mx-auto max-w-xl overflow-hidden">
        <h1 id="do-not-prank" className="border-ink border-b-[2.5px] bg-pop px-5 py-3 text-2xl">
          {done ? 'No More Pranks' : 'Do-Not-Prank List'}
        </h1>
        <div className="grid gap-4 p-5">
          {done ? (
            <>
              <Done message={done} />
              <p>
                Parcels that are on their way already may still arrive. To get parcels again, write to us.
              </p>
              <ButtonLink to={paths.support}>Contact Us</ButtonLink>
            </>
          ) : request ? (
            <CodeForm request={request} onDone={end} onBack={back} />
          ) : (
            <RequestForm onDone={listingDraft.set} />
          )}
        </div>
      </section>
    </div>
  )
}
