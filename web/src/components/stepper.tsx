import { Minus, Plus } from 'lucide-react'

interface StepperProps {
  label: string
  value: number
  min: number
  max: number
  onChange: (value: number) => void
}

const side =
  'grid size-12 place-items-center rounded-full border-[2.5px] border-ink bg-card text-ink disabled:border-[#8d81a0] disabled:bg-[#e9e1ee] disabled:text-[#6b5f7d]'

/** A number input that changes by one, between `min` and `max`. */
export function Stepper({ label, value, min, max, onChange }: StepperProps) {
  return (
    <fieldset aria-label={label} className="inline-flex items-center gap-3">
      <button
        type="button"
        aria-label="Decrease"
        className={side}
        disabled={value <= min}
        onClick={() => onChange(value - 1)}
      >
        <Minus className="size-5" strokeWidth={3.5} aria-hidden="true" />
      </button>
      <output className="w-12 text-center font-display text-4xl tabular-nums" aria-live="polite">
        {value}
      </output>
      <button
        type="button"
        aria-label="Increase"
        className={side}
        disabled={value >= max}
        onClick={() => onChange(value + 1)}
      >
        <Plus className="size-5" strokeWidth={3.5} aria-hidden="true" />
      </button>
    </fieldset>
  )
}
