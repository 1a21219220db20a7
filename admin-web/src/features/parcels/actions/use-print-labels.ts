import { errorText } from '@prankpost/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNotify } from '../../../lib/notify.ts'
import { openFile } from '../../../lib/save-file.ts'
import { readLabels, refreshParcels } from '../api.ts'

/** Opens labels and slips in a new tab; a blocked tab becomes a download. A parcel whose label is printed is not shipped. */
export function usePrintLabels() {
  const queryClient = useQueryClient()
  const notify = useNotify()
  const { mutate, isPending } = useMutation({
    mutationFn: (ids: string[]) => readLabels(ids),
    onSuccess: ({ blob, fileName }) => {
      const saved = openFile(blob, fileName ?? 'labels.pdf')
      if (saved) notify.success('Document Saved', `${saved} is in your downloads.`)
    },
    onError: (error) =>
      notify.error('Printing Failed', errorText(error, 'The labels could not be made. Please try again.')),
    onSettled: () => refreshParcels(queryClient),
  })
  return { print: mutate, isPrinting: isPending }
}
