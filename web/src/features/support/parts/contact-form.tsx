import { call, errorText, networkMessage } from '@prankpost/web-kit'
import { randomUuid } from '@prankpost/web-kit/random-uuid'
import { Send } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '../../../components/button.tsx'
import { Alert } from '../../../components/failure.tsx'
import { Field, Textarea } from '../../../components/field.tsx'
import { preload } from '../../../components/on-demand.ts'
import { TitledPanel } from '../../../components/panel.tsx'
import { useDraft } from '../../../components/use-draft.ts'
import { supportDraft } from '../../../lib/drafts.ts'
import { rulesOnDemand } from '../../../lib/rules-on-demand.ts'
import { useSession } from '../../../lib/session.ts'
import { toast, toastError } from '../../../lib/toasts.ts'

const loadRules = () => import('./contact-rules.ts')
const rules = rulesOnDemand(loadRules)
/** All attempts to send a message have one idempotency key, also after a reload. */
const newMessage = () => ({ name: '', email: '', subject: '', message: '', idempotencyKey: randomUuid() })

/** The support form. The input is kept until it is sent. */
export function ContactForm() {
  const { user } = useSession()
  const [failure, setFailure] = useState('')
  const [defaultValues] = useState(newMessage)
  const form = useForm({ resolver: rules, defaultValues })
  const { register, handleSubmit, formState, reset, getValues, setValue } = form
  const { errors, isSubmitting } = formState

  useDraft(form, supportDraft)
  // Fill in name and email of a signed-in customer, unless they are already filled in.
  useEffect(() => {
    if (!user) return
    if (!getValues('name')) setValue('name', `${user.firstName} ${user.lastName}`.trim())
    if (!getValues('email')) setValue('email', user.email)
  }, [user, getValues, setValue])

  const send = handleSubmit(async ({ idempotencyKey, ...message }) => {
    setFailure('')
    try {
      await call('POST /api/contact-submit', {
        body: message,
        // A draft of an earlier version has no key.
        headers: { 'idempotency-key': idempotencyKey || randomUuid() },
      })
    } catch (error) {
      setFailure(errorText(error, 'Please try again.'))
      return toastError('Error', 'Failed to send message. Please try again.')
    }
    reset({ ...newMessage(), name: message.name, email: message.email })
    supportDraft.clear()
    toast({ title: 'Message Sent', description: "Thank you! We'll get back to you within 24 hours." })
  })

  return (
    <TitledPanel id="contact" title="Contact Us" colour="bg-pop" className="scroll-mt-24 lg:sticky lg:top-24">
      <form
        method="post"
        onFocus={() => preload(loadRules)}
        onSubmit={(event) => void send(event).catch(() => setFailure(networkMessage))}
        noValidate
        className="grid gap-4 p-5"
      >
        <Field
          label="Name"
          required
          autoComplete="name"
          maxLength={100}
          error={errors.name?.message}
          {...register('name')}
        />
        <Field
          label="Email"
          type="email"
          required
          autoComplete="email"
          error={errors.email?.message}
          {...register('email')}
        />
        <Field
          label="Subject"
          required
          autoComplete="off"
          maxLength={150}
          readOnly={isSubmitting}
          error={errors.subject?.message}
          {...register('subject')}
        />
        <Textarea
          label="Message"
          className="min-h-36"
          required
          rows={5}
          maxLength={5000}
          readOnly={isSubmitting}
          error={errors.message?.message}
          {...register('message')}
        />
        {failure && (
          <Alert>
            {failure}
            <span className="block text-ink">Your message is still here.</span>
          </Alert>
        )}
        <Button type="submit" variant="loud" wide busy={isSubmitting}>
          <Send className="size-5" strokeWidth={2.5} aria-hidden="true" />
          {isSubmitting ? 'Sending...' : 'Send Message'}
        </Button>
      </form>
    </TitledPanel>
  )
}
