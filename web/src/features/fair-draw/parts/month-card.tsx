import type { DrawMonth } from '@prankpost/contracts/draw-months'
import { useMutation } from '@tanstack/react-query'
import { Button } from '../../../components/button.tsx'
import { Failure } from '../../../components/failure.tsx'
import { type Repeated, repeatMonth } from '../draws.ts'

/** A month with its commitment, and, once it is over, its seed and a button that repeats its draws. */
export function MonthCard({ month }: { month: DrawMonth }) {
  const { mutate, isPending, data, error } = useMutation({ mutationFn: () => repeatMonth(month) })
  const { commitment, committedAt, seed, publishedAt } = month
  const isLate = committedAt > `${month.month}-01`
  return (
    <li className="grid gap-2 rounded-xl border-2 border-ink p-4">
      <h3 className="text-xl">{monthName(month.month)}</h3>
      <dl className="grid gap-2">
        <Value name="Fingerprint of the seed" value={commitment} />
        {seed !== null && <Value name="Seed" value={seed} />}
      </dl>
      <p className="text-sm">
        Fingerprint published on {dayOf(committedAt)}
        {isLate && ', after the month had begun'}.{' '}
        {seed === null && `The seed is published on ${dayOf(publishedAt)}.`}
      </p>
      {seed !== null && (
        <>
          <Button className="w-fit max-sm:w-full" busy={isPending} onClick={() => mutate()}>
            {isPending ? 'Repeating...' : 'Repeat the Draws'}
          </Button>
          <div role="status">{data && <p className="font-bold">{outcomeOf(data)}</p>}</div>
          {error && <Failure error={error} fallback="The draws could not be repeated. Please try again." />}
        </>
      )}
    </li>
  )
}

function Value({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt className="font-bold">{name}</dt>
      <dd className="font-mono text-sm wrap-anywhere">{value}</dd>
    </div>
  )
}

// A month of draws is one in UTC. The server renders its dates, too, and does not know the visitor's time zone.
const inUtc = (time: string, format: Intl.DateTimeFormatOptions) =>
  new Date(time).toLocaleString('en-US', { year: 'numeric', ...format, timeZone: 'UTC' })
const monthName = (month: string) => inUtc(`${month}-01T00:00:00Z`, { month: 'long' })
const dayOf = (time: string) => inUtc(time, { month: 'short', day: 'numeric' })

const count = (number: number) => number.toLocaleString('en-US')

function outcomeOf({ isCommitted, same, all }: Repeated): string {
  if (!isCommitted) return 'The seed is not the one of the fingerprint. Please tell us.'
  if (same < all) return `${count(all - same)} of ${count(all)} draws gave another result. Please tell us.`
  if (all === 0) return 'Nothing was drawn in this month.'
  return all === 1 ? 'The draw gave the same result.' : `All ${count(all)} draws gave the same result.`
}
