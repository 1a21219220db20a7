import { Minus, Plus } from 'lucide-react'

interface StepperProps {
  label: string
  value: number
  min: number
  max: number
  onChange: (value: number) => void
  /** For lists. */
  size?: 'normal' | 'small'
}

const side =
  'grid place-items-center rounded-full border-[2.5px] border-ink bg-card text-ink disabled:border-[#8d81a0] disabled:bg-[#e9e1ee] disabled:text-[#6b5f7d]'

/** A number input that changes by one, between `min` and `max`. */
export function Stepper({ label, value, min, max, onChange, size = 'normal' }: StepperProps) {
  const isSmall = size === 'small'
  const sideClass = `${side} ${isSmall ? 'size-11' : 'size-12'}`
  return (
    <fieldset aria-label={label} className={`inline-flex items-center ${isSmall ? 'gap-1' : 'gap-3'}`}>
      <button
        type="button"
        aria-label="Decrease"
        className={sideClass}
        disabled={value <= min}
        onClick={() => onChange(value - 1)}
      >
        <Minus className="size-5" strokeWidth={3.5} aria-hidden="true" />
      </button>
      <output
        className={`text-center font-display tabular-nums ${isSmall ? 'w-9 text-2xl' : 'w-12 text-4xl'}`}
        aria-live="polite"
      >
        {value}
      </output>
      <button
        type="button"
        aria-label="Increase"
        className={sideClass}
        disabled={value >= max}
        onClick={() => onChange(value + 1)}
      >
        <Plus className="size-5" strokeWidth={3.5} aria-hidden="true" />
      </button>
    </fieldset>
  )
}
