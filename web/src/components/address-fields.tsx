import { isPoBox } from '@prankpost/contracts/zip-codes'
import { useFormContext } from 'react-hook-form'
import type { Target } from '../lib/local-targets.ts'
import { stateGroups } from '../lib/state-names.ts'
import { Field } from './field.tsx'
import { SelectField } from './select-field.tsx'

/** The values of an address form. */
export type AddressValues = Omit<Target, 'id' | 'profilePicture'>

/** The fields of a US address, with or without the name on it, inside the form's `FormProvider`. */
export function AddressFields({ asksName = true }: { asksName?: boolean }) {
  const { register, formState, watch } = useFormContext<AddressValues>()
  const { errors } = formState
  const [address = '', address2] = watch(['address', 'address2'])
  return (
    <>
      {asksName && (
        <Field
          label="Name"
          required
          autoComplete="off"
          maxLength={100}
          error={errors.name?.message}
          {...register('name')}
        />
      )}
      <Field
        label="Address"
        required
        autoComplete="off"
        maxLength={200}
        error={errors.address?.message}
        {...register('address')}
      />
      <div>
        <Field
          label="Apartment, suite, etc. (optional)"
          autoComplete="off"
          maxLength={100}
          error={errors.address2?.message}
          {...register('address2')}
        />
        {/* Rendered before it has content: screen readers announce changes in it. */}
        <div role="status">
          {isPoBox({ address, address2 }) && (
            <p className="mt-1 font-bold text-ink-soft text-sm">PO boxes get their parcels by USPS.</p>
          )}
        </div>
      </div>
      <Field
        label="City"
        required
        autoComplete="off"
        maxLength={100}
        error={errors.city?.message}
        {...register('city')}
      />
      <div className="grid grid-cols-2 items-start gap-4">
        <SelectField
          label="State"
          required
          autoComplete="off"
          error={errors.state?.message}
          // Nothing chosen is a missing state, not a wrong one.
          {...register('state', { setValueAs: (code: string) => code || undefined })}
        >
          <option value="">Choose...</option>
          {stateGroups.map(({ label, states }) => (
            <optgroup key={label} label={label}>
              {Object.entries(states).map(([code, name]) => (
                <option key={code} value={code}>
                  {code} - {name}
                </option>
              ))}
            </optgroup>
          ))}
        </SelectField>
        <Field
          label="ZIP Code"
          required
          autoComplete="off"
          inputMode="numeric"
          maxLength={10}
          error={errors.zipCode?.message}
          {...register('zipCode')}
        />
      </div>
    </>
  )
}
