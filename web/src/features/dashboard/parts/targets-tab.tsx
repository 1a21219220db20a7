import { UserPlus } from 'lucide-react'
import { Button } from '../../../components/button.tsx'
import { Notice } from '../../../components/notice.tsx'
import { Avatar } from '../../../components/picture.tsx'
import { Reading } from '../../../components/reading.tsx'
import { SkeletonBlock } from '../../../components/skeleton.tsx'
import { TargetButtons, TargetNotes } from '../../../components/target-buttons.tsx'
import { type TargetEditing, useTargetEditor } from '../../../components/use-target-editor.tsx'
import type { Target } from '../../../lib/local-targets.ts'
import { useTargetList } from '../../../lib/target-list.ts'

const editing: TargetEditing = {
  method: 'PUT',
  done: {
    add: { title: 'Success', description: 'Contact added successfully!' },
    edit: { title: 'Success', description: 'Contact updated successfully!' },
    remove: { title: 'Success', description: 'Contact deleted successfully!' },
  },
  failed: {
    add: 'Failed to add contact',
    edit: 'Failed to update contact',
    remove: 'Failed to delete contact',
  },
  confirmRemoval: 'Are you sure you want to delete this contact?',
}

/** The address book: add, edit and delete targets. */
export default function TargetsTab() {
  const query = useTargetList()
  const editor = useTargetEditor(editing)
  return (
    <section aria-labelledby="target-list">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h2 id="target-list" className="text-3xl">
          Target List
        </h2>
        <Button
          variant="primary"
          onClick={editor.add}
          onPointerEnter={editor.preloadDialog}
          onFocus={editor.preloadDialog}
        >
          <UserPlus className="size-5" strokeWidth={2.5} aria-hidden="true" />
          Add Target
        </Button>
      </div>
      <Reading
        query={query}
        failed="Your targets could not be loaded. Please try again."
        skeleton={<Skeleton />}
      >
        {(targets) =>
          targets.length > 0 ? (
            <ul className="grid grid-cols-1 gap-4 md:grid-cols-2">
              {targets.map((target) => (
                <TargetCard key={target.id} target={target} editor={editor} />
              ))}
            </ul>
          ) : (
            <Notice picture="target" level="h3" title="No targets yet.">
              Everybody knows somebody who has it coming.
            </Notice>
          )
        }
      </Reading>
      {editor.dialog}
    </section>
  )
}

function TargetCard({ target, editor }: { target: Target; editor: ReturnType<typeof useTargetEditor> }) {
  return (
    <li className="panel flex flex-wrap items-start justify-end gap-x-4 gap-y-2 p-4 sm:flex-nowrap">
      <Avatar id={target.profilePicture} size={64} className="shrink-0" />
      <div className="min-w-[60%] flex-1 sm:min-w-0">
        <h3 className="break-words text-2xl">{target.name}</h3>
        <address className="mt-1 break-words text-ink-soft not-italic">
          {target.address}
          <br />
          {target.address2 && (
            <>
              {target.address2}
              <br />
            </>
          )}
          {target.city}, {target.state} {target.zipCode}
        </address>
        <TargetNotes target={target} editor={editor} />
      </div>
      <TargetButtons target={target} editor={editor} />
    </li>
  )
}

function Skeleton() {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      {['a', 'b', 'c', 'd'].map((name) => (
        <SkeletonBlock key={name} className="h-32" />
      ))}
    </div>
  )
}
