import type { AdminText, AdminTextVersion, TextName } from '@prankpost/contracts/text'
import { errorText } from '@prankpost/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { useEffect, useState } from 'react'
import { Failure } from '../../../components/error-state.tsx'
import { TextAreaField } from '../../../components/text-field.tsx'
import { isConflict } from '../../../lib/admin-call.ts'
import { useMay } from '../../../lib/me.ts'
import { useNotify } from '../../../lib/notify.ts'
import { publishText, textsKey, textVersionQuery } from '../api.ts'
import { textDrafts } from './text-drafts.ts'
import { textLabels } from './text-labels.ts'
import { TextPreview } from './text-preview.tsx'
import { VersionList } from './version-list.tsx'

interface TextEditorProps {
  name: TextName
  current: AdminText
  versions: AdminTextVersion[]
  onUnsaved: (isUnsaved: boolean) => void
}

/**
 * The editor of a text. What is published is based on the version that was shown when the editor was opened: if another
 * operator publishes meanwhile, the server refuses it, and the text stays here. It is also kept when the operator leaves
 * the tab.
 */
export function TextEditor({ name, current, versions, onUnsaved }: TextEditorProps) {
  const [draft] = useState(() => textDrafts.of(name))
  const [base, setBase] = useState(draft?.base ?? current)
  const [markdown, setMarkdown] = useState(draft?.markdown ?? current.markdown)
  const mayPublish = useMay('POST /api/admin/texts/:name/versions')
  const isChanged = markdown.trim() !== base.markdown
  useEffect(() => onUnsaved(isChanged), [isChanged, onUnsaved])
  useEffect(() => {
    if (isChanged) textDrafts.set(name, { base, markdown })
    else textDrafts.drop(name)
  }, [name, base, markdown, isChanged])
  const queryClient = useQueryClient()
  const { modal } = App.useApp()
  const notify = useNotify()
  const [isPublishing, setIsPublishing] = useState(false)
  const restore = async ({ version }: AdminTextVersion) => {
    try {
      const found = await queryClient.fetchQuery(textVersionQuery(name, version))
      setMarkdown(found.markdown)
    } catch (error) {
      notify.error('Version Not Loaded', errorText(error, 'Please try again.'))
    }
  }
  const requestRestore = (version: AdminTextVersion) => {
    if (!isChanged) return void restore(version)
    modal.confirm({
      title: 'Discard the changes?',
      content: `${version.label} replaces what you have typed.`,
      okText: 'Discard',
      onOk: () => restore(version),
    })
  }
  return (
    <div className="text-editor">
      <div className="text-editor-columns">
        {mayPublish && (
          <TextAreaField
            label="Markdown"
            className="text-editor-source"
            autoSize={{ minRows: 16, maxRows: 30 }}
            maxLength={20_000}
            readOnly={isPublishing}
            value={markdown}
            onChange={setMarkdown}
          />
        )}
        <section aria-label="Preview" className="text-preview">
          {mayPublish ? <TextPreview markdown={markdown} /> : <TextPreview sections={current.sections} />}
        </section>
      </div>
      {mayPublish && (
        <p className="hint">
          ## begins a section{name === 'faq' && ', which is a question'}. - begins a line of a list, **bold**,
          *emphasis*, [link](https://...). HTML is shown as text.
        </p>
      )}
      {mayPublish && (
        <Publish
          name={name}
          base={base}
          markdown={markdown}
          isChanged={isChanged}
          onPublishing={setIsPublishing}
          onPublished={(published) => {
            // Here, because the operator may have left the tab meanwhile.
            textDrafts.drop(name)
            setBase(published)
            setMarkdown(published.markdown)
          }}
        />
      )}
      <VersionList name={name} versions={versions} onRestore={mayPublish ? requestRestore : null} />
    </div>
  )
}

interface PublishProps {
  name: TextName
  base: AdminText
  markdown: string
  isChanged: boolean
  onPublishing: (isPublishing: boolean) => void
  onPublished: (text: AdminText) => void
}

function Publish({ name, base, markdown, isChanged, onPublishing, onPublished }: PublishProps) {
  const { modal } = App.useApp()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const { label } = textLabels[name]
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => publishText(name, { markdown: markdown.trim(), basedOn: base.version }),
    onSuccess: (published) => {
      queryClient.setQueryData(textVersionQuery(name, published.version).queryKey, published)
      onPublished(published)
      notify.success('Text Published', `${label}: ${published.label}`)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: textsKey }),
  })
  useEffect(() => onPublishing(isPending), [isPending, onPublishing])
  const publish = () =>
    modal.confirm({
      title: `Publish this text?`,
      content:
        name === 'faq'
          ? 'Customers see it at once. The current version stays in the list below.'
          : `Customers see it at once, and agree to it from then on. Orders and plans of before keep ${base.label}.`,
      okText: 'Publish',
      onOk: () => mutate(),
    })
  return (
    <>
      {error && (
        <Failure
          error={error}
          failed="The text could not be published. Please try again."
          unknownOutcome="It is not known whether it was published. Publish it again: it is never published twice."
          {...(isConflict(error) && {
            description:
              'The list of versions shows it. Copy your text, close this window, open it again, and compare.',
          })}
        />
      )}
      <div className="text-editor-actions">
        <Button
          type="primary"
          disabled={!isChanged || markdown.trim() === ''}
          loading={isPending}
          onClick={publish}
        >
          Publish
        </Button>
        <span className="hint">{isChanged ? `Based on ${base.label}` : `Published: ${base.label}`}</span>
      </div>
    </>
  )
}
