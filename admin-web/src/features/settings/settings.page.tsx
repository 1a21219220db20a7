import { Waiting } from '../../components/error-state.tsx'
import { ClosureCard } from './closure-card.tsx'
import { LabelsCard, LimitsCard, MailsCard } from './settings-cards.tsx'
import { TextsCard } from './texts/texts-card.tsx'
import { useSettingsForm } from './use-settings-form.ts'
import './settings.css'

/** The tab 'Settings'. Each card is saved on its own. */
export default function SettingsPage() {
  const form = useSettingsForm()
  const { data } = form.query
  if (data === undefined) return <Waiting for={form.query} failed="The settings could not be loaded." />
  return (
    <div className="settings">
      <ClosureCard settings={data} form={form} />
      <LabelsCard settings={data} form={form} />
      <LimitsCard settings={data} form={form} />
      <MailsCard settings={data} form={form} />
      <TextsCard />
    </div>
  )
}
