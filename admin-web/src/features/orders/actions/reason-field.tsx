import { Input } from 'antd'
import { useId } from 'react'

const maxLength = 500

interface ReasonFieldProps {
  value: string
  disabled: boolean
  onChange: (reason: string) => void
}

/** The required reason for an action, as it is kept with the order. */
export function ReasonField({ value, disabled, onChange }: ReasonFieldProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id}>
        <strong>Reason</strong>
      </label>
      <Input.TextArea
        id={id}
        required
        autoSize={{ minRows: 2, maxRows: 6 }}
        maxLength={maxLength}
        disabled={disabled}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
      />
      <p className="hint">
        <kbd>Ctrl</kbd> <kbd>Enter</kbd> confirms
      </p>
    </div>
  )
}
