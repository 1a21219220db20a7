interface Choice<T> {
  value: T
  label: string
  detail: string
}

interface ChoiceListProps<T> {
  legend: string
  name: string
  choices: Choice<T>[]
  value: T
  onChange: (value: T) => void
  disabled?: boolean
}

/** A question with a few answers, one of which is always chosen. */
export function ChoiceList<T extends string | number>({
  legend,
  name,
  choices,
  value,
  onChange,
  disabled,
}: ChoiceListProps<T>) {
  return (
    <fieldset className="mt-4 grid gap-2" disabled={disabled}>
      <legend className="mb-2 font-extrabold">{legend}</legend>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className="flex cursor-pointer items-start gap-3 rounded-2xl border-2 border-ink bg-card px-4 py-3 has-checked:bg-grape-pale"
        >
          <input
            type="radio"
            name={name}
            className="mt-0.5 size-5 shrink-0 accent-grape"
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span>
            <span className="block font-extrabold">{choice.label}</span>
            <span className="block text-ink-soft">{choice.detail}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
