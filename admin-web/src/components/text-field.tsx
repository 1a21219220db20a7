import { Input } from 'antd'
import { Field } from './field.tsx'

interface TextFieldProps {
  label: string
  maxLength: number
  disabled?: boolean
  value: string
  onChange: (text: string) => void
}

/** A field for one line of text. */
export function TextField({ label, maxLength, disabled = false, value, onChange }: TextFieldProps) {
  return (
    <Field label={label}>
      {(a11y) => (
        <Input
          {...a11y}
          autoComplete="off"
          maxLength={maxLength}
          disabled={disabled}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}
