import { productName } from '@prankpost/contracts/constants'
import { useLocation } from 'wouter'
import { ButtonLink } from '../components/button.tsx'
import { PageHead } from '../components/page-head.tsx'
import { Picture } from '../components/picture.tsx'
import { paths } from '../lib/paths.ts'

/** The 404 page, drawn as an undeliverable envelope that is returned to its sender. */
export default function NotFoundPage() {
  const [pathname] = useLocation()
  return (
    <div className="page py-10 sm:py-14">
      <PageHead title="404 Page Not Found" noIndex />
      <div className="envelope relative mx-auto max-w-3xl -rotate-1">
        <div className="relative grid gap-8 overflow-hidden bg-card p-5 sm:p-8">
          <div className="flex items-start justify-between gap-4">
            <p className="font-bold text-ink-soft text-sm leading-snug">
              <span className="font-display text-ink text-lg">{productName}</span>
              <br />
              Dept. of Lost Parcels
            </p>
            <Postage />
          </div>
          <div className="sm:pl-[28%]">
            <h1 className="text-[2.5rem] sm:text-6xl">404 Page Not Found</h1>
            <p className="mt-3 break-all border-ink/25 border-b-2 border-dashed pb-1 font-bold text-lg sm:text-xl">
              {address(pathname)}
            </p>
            <p className="mt-2 border-ink/25 border-b-2 border-dashed pb-1 font-bold text-lg sm:text-xl">
              Nowhere, ZZ 40404
            </p>
            <p className="mt-4 text-ink-soft">No such address. This one goes back to the sender.</p>
          </div>
          <p
            aria-hidden="true"
            className="postmark mb-3 w-fit -rotate-12 sm:mb-0 animate-thump rounded-xl px-4 py-1 text-2xl text-pop-deep sm:absolute sm:bottom-9 sm:left-6"
          >
            Return
            <br className="hidden sm:block" /> to sender
          </p>
        </div>
      </div>
      <div className="mt-9 text-center print:hidden">
        <ButtonLink variant="primary" to={paths.home} className="text-xl">
          Go Home
        </ButtonLink>
      </div>
    </div>
  )
}

const maxAddressLength = 80

/** The decoded path, cut to fit the width of the envelope. */
function address(pathname: string): string {
  const shortened = pathname.slice(0, maxAddressLength)
  try {
    return decodeURIComponent(shortened)
  } catch {
    return shortened
  }
}

/** The stamp with its postmark. */
function Postage() {
  return (
    <div aria-hidden="true" className="relative shrink-0">
      <div className="stamp-frame rotate-3">
        <div className="stamp p-3.5">
          <div className="rays grid h-26 w-22 place-items-center bg-grape sm:h-32 sm:w-26">
            <Picture name="scene-ghost" width={112} shownAt={80} eager />
          </div>
        </div>
      </div>
      <div className="-left-7 absolute top-14 grid size-17 -rotate-12 place-items-center rounded-full border-[3px] border-ink/70 font-display text-2xl text-ink/80 outline-2 outline-ink/70 outline-offset-4 sm:-left-12 sm:top-9 sm:size-24 sm:text-3xl">
        404
      </div>
    </div>
  )
}
