import { productName } from '@prankpost/contracts/constants'
import { useState } from 'react'
import { ButtonLink } from '../../components/button.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { paths } from '../../lib/paths.ts'
import type { ListingRequest } from './api.ts'
import { CodeForm } from './parts/code-form.tsx'
import { RequestForm } from './parts/request-form.tsx'

/** Where a recipient stops all parcels to an address: the address, then the code that confirms it. */
export default function DoNotPrankPage() {
  const [request, setRequest] = useState<ListingRequest | null>(null)
  const [done, setDone] = useState('')
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
              <p role="status" className="font-bold">
                {done}
              </p>
              <p>
                Parcels that are on their way already may still arrive. To get parcels again, write to us.
              </p>
              <ButtonLink to={paths.support}>Contact Us</ButtonLink>
            </>
          ) : request ? (
            <CodeForm request={request} onDone={setDone} onBack={() => setRequest(null)} />
          ) : (
            <RequestForm onDone={setRequest} />
          )}
        </div>
      </section>
    </div>
  )
}
