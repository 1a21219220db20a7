import type { ReplyTemplate } from '@prankpost/contracts/support'
import { errorText } from '@prankpost/web-kit'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { ActionDialog, useAction } from '../../../components/action-dialog.tsx'
import { TextAreaField, TextField } from '../../../components/text-field.tsx'
import { ignoreMissing } from '../../../lib/admin-call.ts'
import { useNotify } from '../../../lib/notify.ts'
import { addTemplate, refreshTemplates, removeTemplate, templatesQuery } from '../api.ts'

/** Adds a text for answers, at first the answer that is being written, and deletes others. */
export default function TemplatesDialog({ text: written, onClose }: { text: string; onClose: () => void }) {
  const [name, setName] = useState('')
  const [text, setText] = useState(written)
  const { data = [] } = useQuery(templatesQuery)
  const action = useAction({
    act: () => addTemplate({ name: name.trim(), text: text.trim() }),
    done: () => ['Template Added', name.trim()],
    onDone: onClose,
    refresh: refreshTemplates,
  })
  return (
    <ActionDialog
      title="Templates"
      submitLabel="Add Template"
      action={action}
      isReady={name.trim() !== '' && text.trim() !== ''}
      unknownOutcome="It is not known whether the template was added. Send it again: it is never added twice."
      onClose={onClose}
    >
      {data.length > 0 && (
        <ul aria-label="Templates" className="template-list">
          {data.map((template) => (
            <Item key={template.id} template={template} />
          ))}
        </ul>
      )}
      <TextField label="Name" maxLength={60} value={name} onChange={setName} />
      <TextAreaField
        label="Text"
        autoSize={{ minRows: 4, maxRows: 12 }}
        maxLength={5000}
        value={text}
        onChange={setText}
      />
      <p className="hint">{'{name} stands for the name of the customer.'}</p>
    </ActionDialog>
  )
}

function Item({ template: { id, name } }: { template: ReplyTemplate }) {
  const queryClient = useQueryClient()
  const notify = useNotify()
  const { mutate, isPending } = useMutation({
    mutationFn: () => removeTemplate(id).catch(ignoreMissing),
    onError: (error) => notify.error('Error', errorText(error, 'The template could not be deleted.')),
    onSettled: () => refreshTemplates(queryClient),
  })
  return (
    <li>
      <span>{name}</span>
      <Button size="small" danger aria-label={`Delete ${name}`} loading={isPending} onClick={() => mutate()}>
        Delete
      </Button>
    </li>
  )
}
