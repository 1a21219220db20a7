import { Checkbox, Radio } from 'antd'
import { useState } from 'react'
import { TextField } from '../../components/text-field.tsx'
import { type DiscountForm, type Mistakes, mistakesIn } from './discount-form.ts'
import { scopeLabels } from './statuses.ts'
import './discounts.css'

interface FormFieldsProps {
  form: DiscountForm
  isNew: boolean
  disabled: boolean
  onChange: (part: Partial<DiscountForm>) => void
}

const kinds = [
  { value: 'percent', label: 'Percent off' },
  { value: 'amount', label: 'Dollars off the whole purchase' },
  { value: 'unitPrice', label: 'A price for each item, or each month of a plan' },
]
const valueLabels = { percent: 'Percent', amount: 'Amount', unitPrice: 'Price' }
const scopes = Object.entries(scopeLabels).map(([value, label]) => ({ value, label }))

/** The fields of a discount code. What is wrong with a field is shown once it was left. */
export function FormFields({ form, isNew, disabled, onChange }: FormFieldsProps) {
  const [left, setLeft] = useState<Partial<Record<keyof Mistakes, boolean>>>({})
  const mistakes = mistakesIn(form)
  const mistakeOf = (name: keyof Mistakes) => (left[name] ? mistakes[name] : '')
  const textField = (name: keyof Mistakes, label: string, props: object = {}) => (
    <TextField
      label={label}
      mistake={mistakeOf(name)}
      {...props}
      value={form[name]}
      disabled={disabled}
      onChange={(text) => onChange({ [name]: text })}
      onBlur={() => setLeft((before) => ({ ...before, [name]: true }))}
    />
  )
  const number = { inputMode: 'numeric', placeholder: 'no limit' }
  return (
    <>
      {isNew && textField('code', 'Code', { maxLength: 30, className: 'discount-code' })}
      <Radio.Group
        aria-label="Kind"
        vertical
        disabled={disabled}
        value={form.kind}
        options={kinds}
        onChange={({ target }) => onChange({ kind: target.value })}
      />
      <div className="field-row">
        {textField('value', valueLabels[form.kind], {
          inputMode: 'decimal',
          ...(form.kind === 'percent' ? { suffix: '%' } : { prefix: '$' }),
        })}
        {textField('maxUses', 'Uses', number)}
        {textField('maxUsesPerCustomer', 'Per customer', number)}
      </div>
      <Radio.Group
        aria-label="For"
        disabled={disabled}
        value={form.appliesTo}
        options={scopes}
        onChange={({ target }) => onChange({ appliesTo: target.value })}
      />
      <div className="field-row">
        {textField('startsAt', 'From', { type: 'datetime-local' })}
        {textField('endsAt', 'Until', { type: 'datetime-local' })}
      </div>
      <Checkbox
        checked={form.firstOrderOnly}
        disabled={disabled}
        onChange={({ target }) => onChange({ firstOrderOnly: target.checked })}
      >
        Only for the first purchase of a customer
      </Checkbox>
      <Checkbox
        checked={form.active}
        disabled={disabled}
        onChange={({ target }) => onChange({ active: target.checked })}
      >
        Customers can use it
      </Checkbox>
    </>
  )
}
