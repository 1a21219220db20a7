import type { PrankDetails } from '@prankpost/contracts/prank'
import { dollars, priceCents } from '@prankpost/web-kit'
import { Send, Share2 } from 'lucide-react'
import { Button, ButtonLink } from '../../../components/button.tsx'
import { prankColour } from '../../../components/picture.tsx'
import { sendPath } from '../../../lib/paths.ts'
import { sharePrank } from '../share-prank.ts'

/** The first screen of a prank's page: its stamp, its price, its description, and the buttons to send and to share it. */
export function Parcel({ prank, src }: { prank: PrankDetails; src: string }) {
  const { id, name, price, description, soldOut } = prank
  return (
    <div className="mt-4 grid items-start gap-8 md:grid-cols-[22rem_1fr] lg:gap-14">
      <Stamp prank={prank} src={src} />
      <div className="min-w-0 md:pt-3">
        <h1 className="break-words text-[2.5rem] sm:text-6xl">{name}</h1>
        <p className="mt-4 flex flex-wrap items-baseline gap-x-3">
          <span className="font-display text-4xl tabular-nums">{dollars(priceCents(price))}</span>
          <span className="font-bold text-ink-soft">free US shipping, 100% anonymous</span>
        </p>
        <p className="mt-4 max-w-2xl whitespace-pre-wrap break-words text-lg">{description}</p>
        {soldOut && (
          <p role="status" className="mt-4 font-extrabold text-lg text-tomato">
            Sold out at the moment.
          </p>
        )}
        <div className="mt-6 grid gap-3 sm:flex sm:flex-wrap">
          {!soldOut && (
            <ButtonLink variant="loud" to={sendPath(id)} className="text-xl">
              <Send className="size-6" strokeWidth={2.5} aria-hidden="true" />
              Send This Prank
            </ButtonLink>
          )}
          <Button onClick={() => void sharePrank(prank)} className="text-xl">
            <Share2 className="size-5" strokeWidth={2.5} aria-hidden="true" />
            Share
          </Button>
        </div>
      </div>
    </div>
  )
}

function Stamp({ prank: { image, picture, soldOut }, src }: { prank: PrankDetails; src: string }) {
  return (
    <div className="stamp-frame mx-auto w-full max-w-44 -rotate-2 sm:max-w-72 md:max-w-none">
      <div className="stamp p-4 sm:p-6">
        <div
          className={`rays relative grid aspect-square place-items-center overflow-hidden rounded-xl border-[2.5px] border-ink ${prankColour(image)}`}
        >
          <img
            src={src}
            {...(picture && { srcSet: picture.srcSet, sizes: '208px' })}
            width={208}
            height={208}
            alt=""
            className="w-3/4 max-w-52"
            draggable={false}
            decoding="sync"
            fetchPriority="high"
          />
          {soldOut && (
            <span className="postmark absolute rotate-[-14deg] bg-card/90 px-6 py-1.5 text-3xl text-pop-deep">
              Sold out
            </span>
          )}
        </div>
      </div>
    </div>
  )
}
