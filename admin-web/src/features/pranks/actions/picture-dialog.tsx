import { UploadOutlined } from '@ant-design/icons'
import type { AdminPrank } from '@prankpost/contracts/prank'
import { Alert, Button } from 'antd'
import { useRef, useState } from 'react'
import { ActionDialog, useAction } from '../../../components/action-dialog.tsx'
import { refreshPranks, setPicture } from '../api.ts'
import { type ChosenPicture, readPicture } from '../chosen-picture.ts'
import { PrankPicture } from '../prank-picture.tsx'

const previewSize = 224

/** Uploads the picture of a prank: shows a preview first, and says what is wrong with a file. */
export function PictureDialog({ prank, onClose }: { prank: AdminPrank; onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<ChosenPicture | null>(null)
  const file = chosen && 'file' in chosen ? chosen.file : null
  const action = useAction({
    act: () => setPicture(prank.id, file as Blob),
    done: ({ name }) => ['Picture Updated', name],
    onDone: onClose,
    refresh: refreshPranks,
  })
  return (
    <ActionDialog
      title={`Picture of ${prank.name}`}
      submitLabel="Upload"
      closeLabel="Cancel"
      action={action}
      isReady={file !== null}
      unknownOutcome="It is not known whether the picture was stored. Send it again: that does no harm."
      onClose={onClose}
    >
      <div className="prank-preview">
        {chosen && 'url' in chosen ? (
          <img
            src={chosen.url}
            width={previewSize}
            height={previewSize}
            alt="Preview"
            onError={() => setChosen({ mistake: 'This file cannot be read as a picture.' })}
          />
        ) : (
          <PrankPicture prank={prank} />
        )}
      </div>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/webp"
        aria-label="Picture file"
        className="for-screen-readers"
        tabIndex={-1}
        disabled={action.isPending}
        onChange={async ({ target }) => {
          const picked = target.files?.[0]
          if (picked) setChosen(await readPicture(picked))
          // The same file can be chosen again.
          target.value = ''
        }}
      />
      <Button
        icon={<UploadOutlined aria-hidden />}
        disabled={action.isPending}
        onClick={() => input.current?.click()}
      >
        Choose a File
      </Button>
      <p className="hint">
        PNG, JPEG or WebP, at most 5 MB and 25 megapixels. The store shows it as a square. Location and camera
        are removed.
      </p>
      {chosen && 'mistake' in chosen && <Alert type="error" showIcon role="alert" title={chosen.mistake} />}
    </ActionDialog>
  )
}
