import { ChevronDown } from 'lucide-react'
import { type Ref, type SelectHTMLAttributes, useId } from 'react'
import { FieldError } from './field.tsx'

interface SelectFieldProps extends SelectHTMLAttributes<HTMLSelectElement> {
  label: string
  error?: string | undefined
  ref?: Ref<HTMLSelectElement>
}

/** A labelled list to choose from, with its error message below. Phones show their own picker. */
export function SelectField({ label, error, ref, className = '', children, ...select }: SelectFieldProps) {
  const id = useId()
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block font-extrabold">
        {label}
      </label>
      <div className="relative">
        <select
          id={id}
          ref={ref}
          className="field cursor-pointer appearance-none truncate pr-9"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          {...select}
        >
          {children}
        </select>
        <ChevronDown
          className="-translate-y-1/2 pointer-events-none absolute top-1/2 right-3 size-5"
          strokeWidth={3}
          aria-hidden="true"
        />
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}
