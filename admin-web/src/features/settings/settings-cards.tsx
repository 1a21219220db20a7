import type { AdminSettings, ShopSettings } from '@prankpost/contracts/shop'
import { Alert } from 'antd'
import { TextAreaField, TextField } from '../../components/text-field.tsx'
import { isEmail } from '../../lib/is-email.ts'
import { useMay } from '../../lib/me.ts'
import { SettingsCard } from './settings-card.tsx'
import type { SettingsForm } from './use-settings-form.ts'

interface CardProps {
  settings: AdminSettings
  form: SettingsForm
}

/** What a field shows, and whether it differs from what is saved. */
export function useFields({ settings, form }: CardProps) {
  const isDisabled = !useMay('PATCH /api/admin/settings') || form.saving.isPending
  return {
    isDisabled,
    textIn: (name: keyof ShopSettings) => form.typed(name) ?? String(settings[name] ?? ''),
    onType: (name: keyof ShopSettings) => (text: string) => form.type(name, text, settings.revision),
  }
}

const changed = (settings: AdminSettings, values: Partial<ShopSettings>) =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => settings[name as keyof ShopSettings] !== value),
  ) as Partial<ShopSettings>

/** The sender on labels. */
export function LabelsCard({ settings, form }: CardProps) {
  const { isDisabled, textIn, onType } = useFields({ settings, form })
  const { sender, returnAddress } = settings.defaults
  const values = changed(settings, {
    sender: textIn('sender').trim() || null,
    returnAddress: textIn('returnAddress').trim() || null,
  })
  return (
    <SettingsCard
      title="Labels"
      about="On the outside of each parcel. It must not say what is inside. An empty field stands for its default."
      names={['sender', 'returnAddress']}
      form={form}
      isReady={Object.keys(values).length > 0}
      submitLabel="Save Labels"
      onSave={() => form.save(values, settings.revision, 'Labels that are printed from now on show them.')}
    >
      {(settings.returnAddress ?? returnAddress) === '' && (
        <Alert
          type="warning"
          showIcon
          role="note"
          title="Labels have no return address: parcels that cannot be delivered do not come back."
        />
      )}
      <div className="settings-fields">
        <TextField
          label="Sender"
          mistake={discreet(textIn('sender'))}
          maxLength={60}
          placeholder={`${sender} (default)`}
          disabled={isDisabled}
          value={textIn('sender')}
          onChange={onType('sender')}
        />
        <TextAreaField
          label="Return address"
          mistake={discreet(textIn('returnAddress'))}
          autoSize={{ minRows: 2, maxRows: 4 }}
          maxLength={200}
          placeholder={returnAddress === '' ? 'None (default)' : `${returnAddress} (default)`}
          disabled={isDisabled}
          value={textIn('returnAddress')}
          onChange={onType('returnAddress')}
        />
      </div>
    </SettingsCard>
  )
}

const discreet = (text: string) => (/prank/i.test(text) ? 'It must not say what is inside the parcel.' : '')

/** Where the mails of the shop to its operators go. */
export function MailsCard({ settings, form }: CardProps) {
  const { isDisabled, textIn, onType } = useFields({ settings, form })
  const typed = textIn('operatorEmail').trim()
  const mistake = typed === '' || isEmail(typed) ? '' : 'Please enter a valid email address.'
  const values = changed(settings, { operatorEmail: typed.toLowerCase() || null })
  return (
    <SettingsCard
      title="Mails to You"
      about="The digest of each morning, low stock, disputes, failed refunds and answers of customers. Without an address they go to OPERATOR_EMAIL of the environment; without both they are not sent."
      names={['operatorEmail']}
      form={form}
      isReady={Object.keys(values).length > 0 && mistake === ''}
      submitLabel="Save Address"
      onSave={() => form.save(values, settings.revision, 'Mails are sent there from now on.')}
    >
      <div className="settings-fields">
        <TextField
          label="Email address"
          mistake={mistake}
          type="email"
          maxLength={254}
          placeholder="OPERATOR_EMAIL (default)"
          disabled={isDisabled}
          value={textIn('operatorEmail')}
          onChange={onType('operatorEmail')}
        />
      </div>
    </SettingsCard>
  )
}

const limits = [
  { name: 'lowStockLevel', label: 'Low stock: units left', least: 0 },
  { name: 'addressCap', label: 'Parcels to one address in 30 days', least: 1 },
  { name: 'addressSenderCap', label: 'Of these, from one sender', least: 1 },
] as const

/** Numbers at which the shop acts. */
export function LimitsCard({ settings, form }: CardProps) {
  const { isDisabled, textIn, onType } = useFields({ settings, form })
  const mistakeOf = ({ name, least }: (typeof limits)[number]) => {
    const text = textIn(name).trim()
    const isRight = text === '' || (/^\d{1,5}$/.test(text) && Number(text) >= least && Number(text) <= 10_000)
    return isRight ? '' : `${least} to 10000, or nothing for the default.`
  }
  const numberOf = (text: string) => (text.trim() === '' ? null : Number(text))
  const values = changed(
    settings,
    Object.fromEntries(limits.map(({ name }) => [name, numberOf(textIn(name))])) as Partial<ShopSettings>,
  )
  return (
    <SettingsCard
      title="Limits"
      about="An empty field stands for its default."
      names={limits.map(({ name }) => name)}
      form={form}
      isReady={Object.keys(values).length > 0 && limits.every((limit) => mistakeOf(limit) === '')}
      submitLabel="Save Limits"
      onSave={() => form.save(values, settings.revision, 'They apply from now on.')}
    >
      <div className="settings-fields">
        {limits.map((limit) => (
          <TextField
            key={limit.name}
            label={limit.label}
            mistake={mistakeOf(limit)}
            inputMode="numeric"
            placeholder={`${settings.defaults[limit.name]} (default)`}
            disabled={isDisabled}
            value={textIn(limit.name)}
            onChange={onType(limit.name)}
          />
        ))}
      </div>
    </SettingsCard>
  )
}
