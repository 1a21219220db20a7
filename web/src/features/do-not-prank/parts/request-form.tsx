import { errorText, networkMessage } from '@prankpost/web-kit'
import { useState } from 'react'
import { FormProvider, type UseFormReturn, useForm } from 'react-hook-form'
import { AddressFields, type AddressValues } from '../../../components/address-fields.tsx'
import { Button } from '../../../components/button.tsx'
import { Alert } from '../../../components/failure.tsx'
import { Field } from '../../../components/field.tsx'
import { preload } from '../../../components/on-demand.ts'
import { useDraft } from '../../../components/use-draft.ts'
import { doNotPrankDraft } from '../../../lib/drafts.ts'
import { setFieldErrors } from '../../../lib/field-errors.ts'
import { rulesOnDemand } from '../../../lib/rules-on-demand.ts'
import { type ListingRequest, requestListing } from '../api.ts'

const loadRules = () => import('./request-rules.ts')
const rules = rulesOnDemand(loadRules)
const empty = { address: '', address2: '', city: '', state: '', zipCode: '', email: '' }

/** Asks for the address, and for an e-mail address if the recipient has no slip. */
export function RequestForm({ onDone }: { onDone: (request: ListingRequest) => void }) {
  const [failure, setFailure] = useState('')
  const form = useForm({ resolver: rules, defaultValues: empty as never })
  const { register, handleSubmit, setError, formState } = form
  const { errors, isSubmitting } = formState as typeof formState & {
    errors: { email?: { message?: string } }
  }
  useDraft(form, doNotPrankDraft)

  const send = handleSubmit(async (input) => {
    setFailure('')
    try {
      onDone(await requestListing(input))
    } catch (error) {
      setFailure(errorText(error, 'Please try again.'))
      setFieldErrors(error, setError as never)
    }
  })

  return (
    <FormProvider {...(form as never as UseFormReturn<AddressValues>)}>
      <form
        method="post"
        onFocus={() => preload(loadRules)}
        onSubmit={(event) => void send(event).catch(() => setFailure(networkMessage))}
        noValidate
        className="grid gap-4"
      >
        <p>
          You do not want to get our parcels? Enter your address, and we send nothing to it any more, whoever
          orders. We do not keep the address, only a code from which it cannot be read.
        </p>
        <AddressFields asksName={false} />
        <Field
          label="Email for the code (empty if you have a slip)"
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...register('email' as never)}
        />
        <p className="text-ink-soft text-sm">
          We use the email only to send you a code. The slip of a parcel has one, too: the ten letters below
          the barcode.
        </p>
        {failure && <Alert>{failure}</Alert>}
        <Button type="submit" variant="loud" wide busy={isSubmitting}>
          {isSubmitting ? 'Sending...' : 'Continue'}
        </Button>
      </form>
    </FormProvider>
  )
}
