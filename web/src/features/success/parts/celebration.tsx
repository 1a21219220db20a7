import { shortId } from '@prankpost/web-kit'
import { Link } from 'wouter'
import { ButtonLink } from '../../../components/button.tsx'
import { Picture } from '../../../components/picture.tsx'
import { orderPath, paths } from '../../../lib/paths.ts'

const texts = {
  order: {
    title: 'Payment Successful!',
    number: 'Order Number',
    next: 'Your order will be processed within 24 hours.',
  },
  plan: {
    title: 'Subscription Activated!',
    number: 'Subscription ID',
    next: 'Sit back: your pranks go out with automatic monthly deliveries.',
  },
} as const

const numberStyle =
  '-rotate-2 mt-2 block rounded-xl border-[3px] border-pop-deep border-double px-5 py-1 font-display font-normal text-3xl text-pop-deep tracking-widest'

/** The successful payment: the order number, which leads to the order, or the subscription id, and the next steps. */
export function Celebration({ kind, id }: { kind: keyof typeof texts; id: string }) {
  const { title, number: numberLabel, next } = texts[kind]
  return (
    <div className="panel relative mx-auto max-w-2xl overflow-hidden text-center shadow-hard-lg">
      <div className="airmail border-ink border-b-[2.5px]" aria-hidden="true" />
      <div className="rays flex flex-col items-center gap-3 bg-mint px-5 pt-8 pb-6">
        <div className="flex items-end justify-center" aria-hidden="true">
          <Picture name="scene-party" width={112} shownAt={72} eager className="-scale-x-100" />
          <Picture name="logo" width={280} shownAt={180} eager className="animate-pop-in" />
          <Picture name="scene-party" width={112} shownAt={72} eager />
        </div>
        <h1 className="text-4xl sm:text-5xl">{title}</h1>
      </div>
      <div className="flex flex-col items-center gap-4 border-ink border-t-[2.5px] px-5 py-8">
        <p className="font-extrabold text-lg">
          {numberLabel}
          {kind === 'order' ? (
            <Link
              to={orderPath(id)}
              className={`${numberStyle} underline decoration-4 underline-offset-4 hover:bg-paper-deep`}
            >
              {shortId(id)}
            </Link>
          ) : (
            <span className={numberStyle}>{shortId(id)}</span>
          )}
        </p>
        <p className="max-w-md text-ink-soft text-lg">{next}</p>
        <div className="mt-2 flex flex-wrap justify-center gap-3">
          <ButtonLink variant="primary" to={paths.history}>
            View Prank History
          </ButtonLink>
          <ButtonLink to={paths.home}>Send Another Prank</ButtonLink>
        </div>
      </div>
    </div>
  )
}
