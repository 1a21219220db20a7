import { Checkbox } from 'antd'
import { useState } from 'react'
import { TextAreaField, TextField } from '../../../components/text-field.tsx'
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
    onChange: (text: string) => onChange({ [name]: text }),
  })
  const checked = (name: keyof Mistakes) => ({
    ...propsOf(name),
    mistake: left[name] ? mistakes[name] : '',
    onBlur: () => setLeft((before) => ({ ...before, [name]: true })),
  })
  return (
    <>
      <TextField label="Name" {...checked('name')} maxLength={60} />
      <TextAreaField
        label="Description"
        {...checked('description')}
        maxLength={500}
        autoSize={{ minRows: 3, maxRows: 8 }}
      />
      <div className="field-row">
        <TextField label="Price" {...checked('price')} prefix="$" inputMode="decimal" />
        <TextField label="Tier" {...checked('tier')} maxLength={30} />
        <TextField label="Position" {...checked('position')} inputMode="numeric" placeholder="last" />
        <TextField label="Stock" {...checked('stock')} inputMode="numeric" placeholder="not counted" />
      </div>
      <TextAreaField label="Contents, for recipients" {...propsOf('contents')} maxLength={500} />
      <TextAreaField label="Allergens" {...propsOf('allergens')} maxLength={500} />
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
