import { errorText, formatDate } from '@prankpost/web-kit'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, TextButton } from '../../../components/button.tsx'
import { Alert } from '../../../components/failure.tsx'
import { preloadOn, useOnDemand } from '../../../components/on-demand.ts'
import { TitledPanel } from '../../../components/panel.tsx'
import { Reading } from '../../../components/reading.tsx'
import { SkeletonBlock } from '../../../components/skeleton.tsx'
import { dataExportQuery, exportFile, requestDataExport } from '../customer-data.ts'

const loadDeleteDialog = () => import('./delete-dialog.tsx')

/** The customer's data: download a copy, or delete the account. */
export function DataPanel() {
  return (
    <TitledPanel title="Your Data" colour="bg-mint" className="md:col-span-2">
      <div className="grid gap-6 p-5 md:grid-cols-2">
        <DownloadData />
        <DeleteAccount />
      </div>
    </TitledPanel>
  )
}

function DownloadData() {
  const query = useQuery(dataExportQuery)
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: requestDataExport,
    onSuccess: (state) => queryClient.setQueryData(dataExportQuery.queryKey, state),
  })
  const request = () => mutate()
  return (
    <div className="grid content-start gap-3">
      <h3 className="text-xl">A copy of your data</h3>
      <p>
        Everything that we keep about you, in one file: account, targets, orders, plans, parcels and mail.
      </p>
      <Reading
        query={query}
        failed="The state of your file could not be loaded. Please try again."
        skeleton={<SkeletonBlock className="h-12 w-52" />}
      >
        {({ state, sections, expiresAt }) => (
          <div role="status" className="grid justify-items-start gap-3">
            {state === 'none' && (
              <Button onClick={request} busy={isPending}>
                {isPending ? 'Requesting...' : 'Download My Data'}
              </Button>
            )}
            {state === 'gathering' && <Gathering sections={sections} />}
            {state === 'ready' && (
              <>
                <a href={exportFile} download className="button bg-sun text-ink">
                  Download File
                </a>
                <p className="text-ink-soft">
                  Your file is ready. You can download it until {formatDate(expiresAt)}.{' '}
                  <TextButton onClick={request} disabled={isPending}>
                    Create a new file
                  </TextButton>
                </p>
              </>
            )}
          </div>
        )}
      </Reading>
      {error && <Alert>{errorText(error, 'Your data could not be requested. Please try again.')}</Alert>}
    </div>
  )
}

function Gathering({ sections }: { sections: { ready: boolean }[] }) {
  const ready = sections.filter((section) => section.ready).length
  return (
    <div className="grid w-full max-w-sm gap-2">
      <p className="font-bold">
        We are gathering your data: {ready} of {sections.length} parts are here.
      </p>
      <progress
        aria-label="Parts of your file"
        value={ready}
        max={sections.length}
        className="h-4 w-full appearance-none overflow-hidden rounded-full border-2 border-ink bg-paper [&::-moz-progress-bar]:bg-grape [&::-webkit-progress-bar]:bg-paper [&::-webkit-progress-value]:bg-grape"
      />
      <p className="text-ink-soft">You may leave this page. The file waits for you here.</p>
    </div>
  )
}

function DeleteAccount() {
  const [isOpen, setOpen] = useState(false)
  const DeleteDialog = useOnDemand(loadDeleteDialog, isOpen, setOpen)
  return (
    <div className="grid content-start justify-items-start gap-3">
      <h3 className="text-xl">Delete your account</h3>
      <p>
        Your name, email address and targets go for good. We tell you before what stays and why, and send you
        a receipt after.
      </p>
      <Button onClick={() => setOpen(true)} {...preloadOn(loadDeleteDialog)}>
        Delete My Account
      </Button>
      {DeleteDialog && <DeleteDialog open={isOpen} onOpenChange={setOpen} />}
    </div>
  )
}
