import { Checkbox, Input } from 'antd'
import { useState } from 'react'
import { Field } from '../../../components/field.tsx'
import { type Mistakes, mistakesIn, type PrankForm } from '../prank-form.ts'

interface FormFieldsProps {
  form: PrankForm
  disabled: boolean
  onChange: (part: Partial<PrankForm>) => void
}

/** The fields of a prank. What is wrong with a field is shown once it was left. */
export function FormFields({ form, disabled, onChange }: FormFieldsProps) {
  const [left, setLeft] = useState<Partial<Record<keyof Mistakes, boolean>>>({})
  const mistakes = mistakesIn(form)
  const propsOf = (name: keyof Mistakes | 'contents' | 'allergens') => ({
    value: form[name],
    disabled,
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
    onBlur: () => setLeft((before) => ({ ...before, [name]: true })),
  })
  const mistakeOf = (name: keyof Mistakes) => (left[name] ? mistakes[name] : '')
  return (
    <>
      <Field label="Name" mistake={mistakeOf('name')}>
        {(a11y) => <Input {...a11y} {...propsOf('name')} maxLength={60} autoComplete="off" />}
      </Field>
      <Field label="Description" mistake={mistakeOf('description')}>
        {(a11y) => (
          <Input.TextArea
            {...a11y}
            {...propsOf('description')}
            maxLength={500}
            autoSize={{ minRows: 3, maxRows: 8 }}
          />
        )}
      </Field>
      <div className="prank-fields">
        <Field label="Price" mistake={mistakeOf('price')}>
          {(a11y) => (
            <Input {...a11y} {...propsOf('price')} prefix="$" inputMode="decimal" autoComplete="off" />
          )}
        </Field>
        <Field label="Tier" mistake={mistakeOf('tier')}>
          {(a11y) => <Input {...a11y} {...propsOf('tier')} maxLength={30} autoComplete="off" />}
        </Field>
        <Field label="Position" mistake={mistakeOf('position')}>
          {(a11y) => (
            <Input
              {...a11y}
              {...propsOf('position')}
              inputMode="numeric"
              autoComplete="off"
              placeholder="last"
            />
          )}
        </Field>
        <Field label="Stock" mistake={mistakeOf('stock')}>
          {(a11y) => (
            <Input
              {...a11y}
              {...propsOf('stock')}
              inputMode="numeric"
              autoComplete="off"
              placeholder="not counted"
            />
          )}
        </Field>
      </div>
      {(['contents', 'allergens'] as const).map((name) => (
        <Field key={name} label={name === 'contents' ? 'Contents, for recipients' : 'Allergens'}>
          {(a11y) => (
            <Input.TextArea
              {...a11y}
              {...propsOf(name)}
              maxLength={500}
              autoSize={{ minRows: 2, maxRows: 6 }}
            />
          )}
        </Field>
      ))}
      <Checkbox
        checked={form.onSale}
        disabled={disabled}
        onChange={({ target }) => onChange({ onSale: target.checked })}
      >
        On sale in the store
      </Checkbox>
    </>
  )
}
