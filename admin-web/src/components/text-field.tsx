import { Input, type InputProps } from 'antd'
import { type ComponentProps, useState } from 'react'
import { Field } from './field.tsx'

interface TextFieldProps extends Omit<InputProps, 'onChange'> {
  label: string
  mistake?: string
  onChange: (text: string) => void
}

/** A field for one line of text or a date. A half-typed date has an empty value: the field itself says what is wrong. */
export function TextField({ label, mistake = '', onChange, onBlur, ...props }: TextFieldProps) {
  const [isHalfTyped, setIsHalfTyped] = useState(false)
  const halfTyped = isHalfTyped && props.value === '' ? 'Complete or clear the date.' : ''
  return (
    <Field label={label} mistake={mistake || halfTyped}>
      {(a11y) => (
        <Input
          autoComplete="off"
          {...a11y}
          {...props}
          onChange={({ target }) => {
            setIsHalfTyped(false)
            onChange(target.value)
          }}
          onBlur={(event) => {
            setIsHalfTyped(event.target.validity.badInput)
            onBlur?.(event)
          }}
        />
      )}
    </Field>
  )
}

interface TextAreaFieldProps extends Omit<ComponentProps<typeof Input.TextArea>, 'onChange'> {
  label: string
  mistake?: string
  onChange: (text: string) => void
}

/** A field for several lines of text; without `autoSize` it shows two, and grows to six. */
export function TextAreaField({ label, mistake = '', onChange, ...props }: TextAreaFieldProps) {
  return (
    <Field label={label} mistake={mistake}>
      {(a11y) => (
        <Input.TextArea
          autoSize={{ minRows: 2, maxRows: 6 }}
          {...a11y}
          {...props}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}
