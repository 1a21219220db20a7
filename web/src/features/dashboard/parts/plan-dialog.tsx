import { renewalConsent } from '@prankpost/contracts/consent'
import { maxPranksPerMonth } from '@prankpost/contracts/constants'
import { dollars, formatDate } from '@prankpost/web-kit'
import { useState } from 'react'
import { ChoiceList } from '../../../components/choice-list.tsx'
import { ConsentText } from '../../../components/consent-text.tsx'
import Dialog, { type OpenState } from '../../../components/dialog.tsx'
import { Stepper } from '../../../components/stepper.tsx'
import { monthlyCents, nextTermsOf, pauseDates, pranksOf, shortDate } from '../billing-dates.ts'
import { changePlan, pausePlan, resumePlan, skipMonth } from '../plan-actions.ts'
import type { Plan } from '../subscriptions.ts'
import { Confirmation } from './confirmation.tsx'

/** What a customer can do with a running plan, besides cancelling it. */
export type PlanAction = 'change' | 'pause' | 'skip' | 'resume'

interface PlanDialogProps extends OpenState {
  action: PlanAction
  plan: Plan
}

interface FormProps {
  plan: Plan
  onDone: () => void
  onBusy: (busy: boolean) => void
}

const dialogs = {
  change: {
    title: 'Change Pranks',
    description: 'More mischief or less: it starts with your next month.',
    Form: ChangeForm,
  },
  pause: { title: 'Pause', description: 'Let your targets feel safe for a while.', Form: PauseForm },
  skip: {
    title: 'Skip Next Month',
    description: 'Nothing is charged for it, nothing is sent.',
    Form: SkipForm,
  },
  resume: { title: 'Resume', description: 'The break is over.', Form: ResumeForm },
}

/** The dialog that explains and confirms a change of a plan. It stays open while the change is being saved. */
export default function PlanDialog({ open, onOpenChange, action, plan }: PlanDialogProps) {
  const [isBusy, setBusy] = useState(false)
  const { title, description, Form } = dialogs[action]
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !isBusy && onOpenChange(next)}
      title={title}
      description={description}
    >
      <Form plan={plan} onDone={() => onOpenChange(false)} onBusy={setBusy} />
    </Dialog>
  )
}

function ChangeForm({ plan, ...rest }: FormProps) {
  const { prankCount: planned, cents: plannedCents } = nextTermsOf(plan)
  const [count, setCount] = useState(planned)
  const cents = monthlyCents(plan, count)
  const from = plan.nextChargeAt
  return (
    <Confirmation
      {...rest}
      label="Change Pranks"
      busyLabel="Changing..."
      disabled={count === planned}
      save={() => changePlan(plan, { prankCount: count })}
      saved={(changed) => {
        const { prankCount, cents: price } = nextTermsOf(changed)
        const when = changed.changesAt ? ` from ${shortDate(changed.changesAt)}` : ''
        return {
          title: 'Plan Changed',
          description: `${pranksOf(prankCount)} a month for ${dollars(price)}${when}.`,
        }
      }}
    >
      <div className="flex flex-col items-center gap-2">
        <Stepper label="Pranks per month" value={count} min={1} max={maxPranksPerMonth} onChange={setCount} />
        <p className="text-center font-extrabold text-lg" aria-live="polite">
          {pranksOf(count)} a month for {dollars(cents)}
        </p>
        <p className="text-center text-ink-soft">
          {count === plan.prankCount
            ? 'This is what you have now.'
            : `From ${from ? formatDate(from) : 'your next month'} on. This month stays as it is.`}
        </p>
        {cents !== plannedCents && (
          <p className="text-center text-ink-soft text-sm">
            <ConsentText wording={renewalConsent(cents, 'changing').wording} />
          </p>
        )}
      </div>
    </Confirmation>
  )
}

type PauseMonths = 1 | 2 | 3

function PauseForm({ plan, ...rest }: FormProps) {
  const [months, setMonths] = useState<PauseMonths>(1)
  const choices = ([1, 2, 3] as const).map((value) => {
    const dates = pauseDates(plan, value)
    return {
      value,
      label: value === 1 ? '1 month' : `${value} months`,
      detail: dates
        ? `Until ${formatDate(dates.until.toISOString())}. Next charge ${formatDate(dates.charge.toISOString())}.`
        : 'It resumes automatically.',
    }
  })
  return (
    <Confirmation
      {...rest}
      label="Pause"
      busyLabel="Pausing..."
      save={() => pausePlan(plan, { months })}
      saved={(paused) => ({ title: 'Plan Paused', description: restarts(paused) })}
    >
      <p>
        Nothing is charged and nothing new is sent meanwhile. The month that you have paid is still sent. The
        plan resumes by itself, and we mail you before.
      </p>
      <ChoiceList
        legend="For how long?"
        name="months"
        choices={choices}
        value={months}
        onChange={setMonths}
      />
    </Confirmation>
  )
}

function SkipForm({ plan, ...rest }: FormProps) {
  const dates = pauseDates(plan, 1)
  return (
    <Confirmation
      {...rest}
      label="Skip Next Month"
      busyLabel="Skipping..."
      save={() => skipMonth(plan)}
      saved={(skipped) => ({ title: 'Month Skipped', description: restarts(skipped) })}
    >
      {dates ? (
        <p>
          The charge of <b>{formatDate(dates.skipped.toISOString())}</b> does not happen. Your plan continues
          with the one of <b>{formatDate(dates.charge.toISOString())}</b>.
        </p>
      ) : (
        <p>Your plan continues with the month after it.</p>
      )}
    </Confirmation>
  )
}

function ResumeForm({ plan, ...rest }: FormProps) {
  const { prankCount, cents } = nextTermsOf(plan)
  return (
    <Confirmation
      {...rest}
      label="Resume"
      busyLabel="Resuming..."
      save={() => resumePlan(plan)}
      saved={({ nextChargeAt }) => ({
        title: 'Plan Resumed',
        description: nextChargeAt ? `Next charge ${formatDate(nextChargeAt)}.` : 'Your next month is on.',
      })}
    >
      <p>
        The pause ends now. With your next month, {pranksOf(prankCount)} for {dollars(cents)} are charged and
        sent again.
      </p>
    </Confirmation>
  )
}

const restarts = ({ pausedUntil, nextChargeAt }: Plan) =>
  `Paused until ${formatDate(pausedUntil)}. Next charge ${formatDate(nextChargeAt)}.`
