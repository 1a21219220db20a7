import { type ReactNode, useId } from 'react'
import './field.css'

/** The props that connect an input with its label and its mistake. */
export interface FieldInput {
  id: string
  status: '' | 'error'
  'aria-describedby': string | undefined
  'aria-invalid': boolean
}

/** A field of a form with its label, and what is wrong with it. */
export function Field(props: { label: string; mistake?: string; children: (a11y: FieldInput) => ReactNode }) {
  const id = useId()
  const { label, mistake = '', children } = props
  const isWrong = mistake !== ''
  return (
    <div className="field">
      <label htmlFor={id}>
        <strong>{label}</strong>
      </label>
      {children({
        id,
        status: isWrong ? 'error' : '',
        'aria-describedby': isWrong ? `${id}-mistake` : undefined,
        'aria-invalid': isWrong,
      })}
      {isWrong && (
        <p id={`${id}-mistake`} className="field-mistake">
          {mistake}
        </p>
      )}
    </div>
  )
}
