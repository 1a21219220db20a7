import {
  forgetAfterDays,
  maxGuesses,
  maxGuessNameLength,
  maxGuessNames,
  maxShownNameLength,
} from '@prankpost/contracts/constants'
import type { RevealChoice, RevealMode } from '@prankpost/contracts/reveal'
import { type FormEvent, useRef, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { ChoiceList } from '../../../components/choice-list.tsx'
import Dialog, { type OpenState } from '../../../components/dialog.tsx'
import { Field } from '../../../components/field.tsx'
import type { CartItem } from '../../../lib/cart.ts'
import { setReveal } from '../../../lib/cart-changes.ts'
import { dayFromToday } from '../../../lib/day-from-today.ts'

interface RevealDialogProps extends OpenState {
  /** Its place in the cart. */
  index: number
  item: CartItem
}

/** The dialog in which a sender chooses whether, when and as whom the recipient of an item learns of them. */
export default function RevealDialog({ open, onOpenChange, index, item }: RevealDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Reveal"
      description={`What ${item.contactName} learns with the code in the parcel. We never show anything from your account.`}
    >
      <RevealForm index={index} item={item} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

const choices: { value: RevealMode; label: string; detail: string }[] = [
  { value: 'never', label: 'Stay anonymous', detail: 'Your secret is safe, forever.' },
  { value: 'date', label: 'On a date', detail: 'They see a countdown, and then the name.' },
  {
    value: 'guess',
    label: 'When guessed',
    detail: `They have ${maxGuesses} guesses, and see the name if one is right.`,
  },
]

interface Values {
  mode: RevealMode
  date: string
  name: string
  /** With commas, as they are entered. */
  names: string
}
type Errors = Partial<Record<'date' | 'name' | 'names', string>>

function RevealForm({ index, item, onDone }: { index: number; item: CartItem; onDone: () => void }) {
  const [values, setValues] = useState(() => valuesOf(item.reveal))
  const [errors, setErrors] = useState<Errors>({})
  const form = useRef<HTMLFormElement>(null)
  const set = (changed: Partial<Values>) => setValues((before) => ({ ...before, ...changed }))
  const save = (event: FormEvent) => {
    event.preventDefault()
    const found = errorsIn(values, item)
    setErrors(found)
    const [first] = Object.keys(found)
    if (first === undefined) {
      setReveal(index, choiceOf(values))
      onDone()
    } else {
      form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus()
    }
  }
  const { mode } = values
  return (
    <form ref={form} onSubmit={save} noValidate className="grid gap-4">
      <ChoiceList
        legend="When do they learn it?"
        name="mode"
        choices={choices}
        value={mode}
        onChange={(chosen) => set({ mode: chosen })}
      />
      {mode === 'date' && (
        <Field
          label="Date"
          type="date"
          name="date"
          min={dayFromToday(1)}
          max={lastDayOf(item)}
          value={values.date}
          error={errors.date}
          onChange={({ target }) => set({ date: target.value })}
        />
      )}
      {mode !== 'never' && (
        <>
          <Field
            label="The name they see"
            name="name"
            autoComplete="off"
            maxLength={maxShownNameLength}
            value={values.name}
            error={errors.name}
            onChange={({ target }) => set({ name: target.value })}
          />
          <Field
            label={mode === 'date' ? 'Let them guess before (optional)' : 'Names that are right'}
            name="names"
            autoComplete="off"
            placeholder="Sam, Sammy, Uncle Sam"
            value={values.names}
            error={errors.names}
            onChange={({ target }) => set({ names: target.value })}
          />
          <p className="text-ink-soft text-sm">
            Up to {maxGuessNames} names, separated by commas. Capital letters, accents and spaces make no
            difference.
          </p>
        </>
      )}
      <div className="mt-1 actions">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="primary">
          Save Choice
        </Button>
      </div>
    </form>
  )
}

const valuesOf = (reveal: RevealChoice = { mode: 'never' }): Values => ({
  mode: reveal.mode,
  date: reveal.mode === 'date' ? reveal.date : '',
  name: reveal.mode === 'never' ? '' : reveal.name,
  names: reveal.mode === 'never' ? '' : (reveal.names ?? []).join(', '),
})

const namesIn = (names: string) =>
  names
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

function choiceOf({ mode, date, name, names }: Values): RevealChoice {
  const shown = { name: name.trim(), names: namesIn(names) }
  if (mode === 'never') return { mode }
  return mode === 'date' ? { mode, date, ...shown } : { mode, ...shown }
}

/** What is missing or impossible; the server checks it again. */
function errorsIn({ mode, date, name, names }: Values, item: CartItem): Errors {
  if (mode === 'never') return {}
  const guesses = namesIn(names)
  const isDay = date >= dayFromToday(1) && date <= lastDayOf(item)
  return {
    ...(mode === 'date' &&
      !isDay && {
        date: `Please pick a day from tomorrow on, at most ${forgetAfterDays} days after the parcel arrives`,
      }),
    ...(name.trim() === '' && { name: 'Please enter a name' }),
    ...(mode === 'guess' && guesses.length === 0 && { names: 'Please enter a name to guess' }),
    ...(guesses.length > maxGuessNames && { names: `Please enter at most ${maxGuessNames} names` }),
    ...(guesses.some((one) => one.length > maxGuessNameLength) && {
      names: `Each name can have at most ${maxGuessNameLength} characters`,
    }),
    ...(guesses.some((one) => !/[\p{L}\p{N}]/u.test(one)) && {
      names: 'Each name needs a letter or a digit',
    }),
  }
}

/** The last day on which the code in the parcel works: then its address is forgotten. */
const lastDayOf = ({ arriveBy }: CartItem) =>
  arriveBy
    ? new Date(Date.parse(arriveBy) + forgetAfterDays * 86_400_000).toISOString().slice(0, 10)
    : dayFromToday(forgetAfterDays - 1)
