import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { useMay } from '../../../lib/me.ts'
import { templatesQuery } from '../api.ts'

const TemplatesDialog = lazy(() => import('./templates-dialog.tsx'))

interface TemplatesProps {
  /** The answer so far; a manager can keep it as a template. */
  text: string
  /** The name of the customer, for which `{name}` stands. */
  customerName: string
  onChange: (text: string) => void
}

/** Inserts a text for answers. Without any there is nothing to choose; managers add and delete them. */
export function Templates({ text, customerName, onChange }: TemplatesProps) {
  const { data = [] } = useQuery(templatesQuery)
  const [isManaging, setIsManaging] = useState(false)
  const mayManage = useMay('POST /api/admin/reply-templates')
  const insert = (id: string | null) => {
    const template = data.find((one) => one.id === id)
    if (template === undefined) return
    const inserted = template.text.replaceAll('{name}', customerName)
    onChange(text.trim() === '' ? inserted : `${text.trimEnd()}\n\n${inserted}`)
  }
  return (
    <p className="reply-foot">
      {data.length > 0 && (
        <Select<string | null>
          aria-label="Insert a template"
          className="reply-templates"
          placeholder="Insert a template"
          value={null}
          options={data.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={insert}
        />
      )}
      {mayManage && <Button onClick={() => setIsManaging(true)}>Templates</Button>}
      {isManaging && (
        <Suspense>
          <TemplatesDialog text={text} onClose={() => setIsManaging(false)} />
        </Suspense>
      )}
    </p>
  )
}
