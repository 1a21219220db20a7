import { isSignedOut } from '@prankpost/web-kit'
import { UserPlus } from 'lucide-react'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { Reading } from '../../components/reading.tsx'
import { SignedInOnly } from '../../components/signed-in-only.tsx'
import { SkeletonBlock } from '../../components/skeleton.tsx'
import { Stat } from '../../components/stat.tsx'
import { type TargetEditing, useTargetEditor } from '../../components/use-target-editor.tsx'
import type { Target } from '../../lib/local-targets.ts'
import { sendToSignIn, useSignInOnRefusal } from '../../lib/signed-out.ts'
import { useTargetList } from '../../lib/target-list.ts'
import { TargetCard } from './parts/target-card.tsx'

const editing: TargetEditing = {
  method: 'PATCH',
  done: {
    add: { title: 'Target Added', description: 'They have no idea.' },
    edit: { title: 'Target Updated' },
    remove: { title: 'Target Removed' },
  },
  failed: {
    add: 'Failed to add target. Please try again.',
    edit: 'Failed to update target. Please try again.',
    remove: 'Failed to remove target. Please try again.',
  },
  confirmRemoval: 'Are you sure you want to remove this target?',
  onFailure: (error) => {
    if (isSignedOut(error)) sendToSignIn()
    return isSignedOut(error)
  },
}

/** The customer's targets. */
export default function TargetsPage() {
  return (
    <>
      <PageHead title="Targets" noIndex />
      <Banner title="Targets" picture="target" colour="bg-mint">
        Everybody who has it coming.
      </Banner>
      <div className="page py-10">
        <SignedInOnly skeleton={<Skeleton />}>
          <TargetBook />
        </SignedInOnly>
      </div>
    </>
  )
}

function TargetBook() {
  const query = useTargetList()
  useSignInOnRefusal(query.error)
  const editor = useTargetEditor(editing)
  return (
    <>
      <Reading
        query={query}
        failed="Your targets could not be loaded. Please try again."
        skeleton={<Skeleton />}
      >
        {(targets) => <Targets targets={targets} editor={editor} />}
      </Reading>
      {editor.dialog}
    </>
  )
}

function Targets({ targets, editor }: { targets: Target[]; editor: ReturnType<typeof useTargetEditor> }) {
  const addButton = {
    onPointerEnter: editor.preloadDialog,
    onFocus: editor.preloadDialog,
    onClick: editor.add,
  }
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <dl className="w-40">
          <Stat label="Total Targets" value={targets.length} colour="bg-sun" />
        </dl>
        {targets.length > 0 && (
          <Button variant="primary" {...addButton}>
            <UserPlus className="size-5" strokeWidth={2.5} aria-hidden="true" />
            Add Target
          </Button>
        )}
      </div>
      <section aria-labelledby="your-targets" className="mt-9">
        <h2 id="your-targets" className="mb-5 text-3xl">
          Your Targets
        </h2>
        {targets.length > 0 ? (
          <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
            {targets.map((target, index) => (
              <TargetCard key={target.id} target={target} index={index} editor={editor} />
            ))}
          </ul>
        ) : (
          <Notice
            picture="target"
            level="h3"
            title="No Targets Yet"
            actions={
              <Button variant="primary" {...addButton}>
                Add First Target
              </Button>
            }
          >
            A friend, a foe, a brother-in-law: all it takes is a name and an address.
          </Notice>
        )}
      </section>
    </>
  )
}

function Skeleton() {
  return (
    <>
      <SkeletonBlock className="h-26 w-40" />
      <SkeletonBlock className="mt-9 mb-5 h-9 w-52" />
      <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {['a', 'b', 'c'].map((name) => (
          <SkeletonBlock key={name} className="h-52" />
        ))}
      </div>
    </>
  )
}
