import { type InputHTMLAttributes, type ReactNode, type Ref, type TextareaHTMLAttributes, useId } from 'react'

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

interface TextareaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string
  labelClassName?: string
  error?: string | undefined
  ref?: Ref<HTMLTextAreaElement>
  /** The length of the text, to show it next to `maxLength`. */
  length?: number
}

/** A labelled text of several lines, with its error message below. */
export function Textarea({
  label,
  labelClassName = 'font-extrabold',
  error,
  length,
  className = '',
  ...textarea
}: TextareaProps) {
  const id = useId()
  const countId = length === undefined ? undefined : `${id}-count`
  return (
    <div>
      <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-4">
        <label htmlFor={id} className={`grow ${labelClassName}`}>
          {label}
        </label>
        {countId && (
          <span id={countId} className="font-bold text-ink-soft text-sm tabular-nums">
            {length}/{textarea.maxLength}
          </span>
        )}
      </div>
      <textarea
        id={id}
        className={`field ${className}`}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : countId}
        {...textarea}
      />
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
