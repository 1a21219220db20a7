import { Input, type InputProps } from 'antd'
import type { ComponentProps } from 'react'
import { Field } from './field.tsx'

interface TextFieldProps extends Omit<InputProps, 'onChange'> {
  label: string
  mistake?: string
  onChange: (text: string) => void
}

/** A field for one line of text. */
export function TextField({ label, mistake = '', onChange, ...props }: TextFieldProps) {
  return (
    <Field label={label} mistake={mistake}>
      {(a11y) => (
        <Input autoComplete="off" {...a11y} {...props} onChange={({ target }) => onChange(target.value)} />
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
