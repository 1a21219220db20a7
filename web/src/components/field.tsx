import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string
  error?: string | undefined
  ref?: Ref<HTMLInputElement>
  /** Content at the right end of the field, such as a show/hide toggle. */
  end?: ReactNode
}

/** A labelled input with its error message below. */
export function Field({ label, error, ref, end, className = '', ...input }: FieldProps) {
  const id = useId()
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block font-extrabold">
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          ref={ref}
          className={`field ${end ? 'pr-12' : ''}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          {...input}
        />
        {end && <div className="absolute inset-y-0 right-1 grid place-items-center">{end}</div>}
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}

/** The error message below a field. */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  if (!error) return null
  return (
    <p id={id} className="mt-1 font-bold text-sm text-tomato">
      {error}
    </p>
  )
}
