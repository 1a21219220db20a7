import type { TextName } from '@prankpost/contracts/text'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import { Waiting } from '../../../components/error-state.tsx'
import { textVersionQuery, versionsQuery } from '../api.ts'
import { TextEditor } from './text-editor.tsx'
import { textLabels } from './text-labels.ts'
import './texts.css'

interface TextDrawerProps {
  name: TextName
  onUnsaved: (isUnsaved: boolean) => void
  onClose: () => void
}

/** A text with its editor, its preview and its versions. */
export default function TextDrawer({ name, onUnsaved, onClose }: TextDrawerProps) {
  const versions = useQuery(versionsQuery(name))
  const latest = versions.data?.items[0]?.version
  // The editor keeps what was typed while a version of another operator is loaded.
  const current = useQuery({
    ...textVersionQuery(name, latest ?? 1),
    enabled: latest !== undefined,
    placeholderData: keepPreviousData,
  })
  const text = {
    error: versions.error ?? current.error,
    isFetching: versions.isFetching || current.isFetching,
    refetch: () => (versions.error ? versions : current).refetch(),
  }
  return (
    <Drawer open size={1180} title={textLabels[name].label} onClose={onClose}>
      {versions.data && current.data ? (
        <TextEditor name={name} current={current.data} versions={versions.data.items} onUnsaved={onUnsaved} />
      ) : (
        <Waiting for={text} failed="The text could not be loaded." />
      )}
    </Drawer>
  )
}
