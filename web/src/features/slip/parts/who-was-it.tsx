import type { RecipientReveal } from '@prankpost/contracts/reveal'
import { formatDate } from '@prankpost/web-kit'
import { useSecondsUntil } from '../../../lib/use-seconds.ts'
import { GuessForm } from './guess-form.tsx'

interface WhoWasItProps {
  code: string
  /** Null until the parcel is sent. */
  reveal: RecipientReveal | null
  /** The countdown is over. */
  onOver: () => void
}

/** Who sent the parcel: never, after a countdown, or once it is guessed. */
export function WhoWasIt({ code, reveal, onOver }: WhoWasItProps) {
  return (
    <section aria-labelledby="who" className="panel mt-6 grid gap-3 p-5">
      <h2 id="who" className="text-2xl">
        Who Was It?
      </h2>
      {reveal === null ? (
        <p>It gets interesting once this parcel is marked as sent. Please check again later.</p>
      ) : (
        <Reveal code={code} reveal={reveal} onOver={onOver} />
      )}
    </section>
  )
}

function Reveal({ code, reveal, onOver }: WhoWasItProps & { reveal: RecipientReveal }) {
  const { mode, at, guessesLeft, isGuessed, name } = reveal
  if (mode === 'never') return <p>The sender stays anonymous. Our lips are sealed.</p>
  return (
    <>
      {name === null && at !== null && <Countdown key={at} until={at} onOver={onOver} />}
      {name !== null && !isGuessed && <RevealedName name={name} />}
      <GuessForm code={code} guessesLeft={guessesLeft}>
        {name !== null && isGuessed && <RevealedName name={name} isGuessed />}
      </GuessForm>
      {name === null && at === null && guessesLeft === 0 && (
        <p>There are no guesses left. The sender stays anonymous.</p>
      )}
    </>
  )
}

function RevealedName({ name, isGuessed }: { name: string; isGuessed?: boolean }) {
  return (
    <p className="rays rounded-2xl border-2 border-ink bg-sun px-4 py-5 text-center">
      <span className="block font-extrabold">{isGuessed ? 'You guessed it! It was' : 'It was'}</span>
      <span className="block wrap-anywhere font-display text-4xl">{name}</span>
    </p>
  )
}

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

/** The time that is left. Screen readers read it on request only. */
function Countdown({ until, onOver }: { until: string; onOver: () => void }) {
  const left = useSecondsUntil(until, onOver)
  return (
    <div>
      <p>The sender shows a name on {formatDate(until)}.</p>
      <p role="timer" className="mt-3 grid grid-cols-4 gap-2 text-center">
        {units.map(([unit, seconds], n) => {
          const larger = units[n - 1]?.[1]
          const count = Math.floor((larger === undefined ? left : left % larger) / seconds)
          return (
            <span key={unit} className="rounded-2xl border-2 border-ink bg-grape-pale py-2">
              <span className="block font-display text-3xl tabular-nums">{count}</span>{' '}
              <span className="block font-bold text-sm">
                {unit}
                {count === 1 ? '' : 's'}{' '}
              </span>
            </span>
          )
        })}
      </p>
    </div>
  )
}
