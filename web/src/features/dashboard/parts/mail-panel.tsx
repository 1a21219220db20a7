import { errorText } from '@prankpost/web-kit'
import { useQuery } from '@tanstack/react-query'
import { TitledPanel } from '../../../components/panel.tsx'
import { Reading } from '../../../components/reading.tsx'
import { SkeletonBlock } from '../../../components/skeleton.tsx'
import { toastError } from '../../../lib/toasts.ts'
import { type MailPreference, mailPreferencesQuery } from '../mail-preferences.ts'
import { useMailSwitch } from '../use-mail-switch.ts'

/** Which mails the customer receives; each switch is saved at once. */
export function MailPanel() {
  const query = useQuery(mailPreferencesQuery)
  const { mutate } = useMailSwitch((error) =>
    toastError('Error', errorText(error, 'Your mail settings could not be saved. Please try again.')),
  )
  return (
    <TitledPanel title="Mail Settings" colour="bg-grape-pale" className="md:col-span-2">
      <div className="p-5">
        <p className="mb-4">
          Sender and subject never give a prank away. Mails about your money always come; the others are up to
          you.
        </p>
        <Reading
          query={query}
          failed="Your mail settings could not be loaded. Please try again."
          skeleton={<SkeletonBlock className="h-[37rem] md:h-[19rem]" />}
        >
          {({ preferences }) => (
            <ul className="grid gap-x-10 md:grid-cols-2">
              {preferences.map((preference) => (
                <MailSwitch key={preference.kind} preference={preference} onSwitch={mutate} />
              ))}
            </ul>
          )}
        </Reading>
      </div>
    </TitledPanel>
  )
}

interface MailSwitchProps {
  preference: MailPreference
  onSwitch: (change: Pick<MailPreference, 'kind' | 'enabled'>) => void
}

function MailSwitch({ preference, onSwitch }: MailSwitchProps) {
  const { kind, title, required, enabled } = preference
  if (required) {
    return (
      <li className="flex min-h-13 items-center justify-between gap-4 border-ink/15 border-b-2 border-dashed py-2">
        <span className="font-extrabold">{title}</span>
        <span className="font-bold text-ink-soft text-sm">Always on</span>
      </li>
    )
  }
  return (
    <li className="border-ink/15 border-b-2 border-dashed">
      <label className="flex min-h-13 cursor-pointer items-center justify-between gap-4 py-2">
        <span className="font-extrabold">{title}</span>
        <input
          type="checkbox"
          role="switch"
          aria-checked={enabled}
          className="switch"
          checked={enabled}
          onChange={({ target }) => onSwitch({ kind, enabled: target.checked })}
        />
      </label>
    </li>
  )
}
