import { errorText, isNetworkError } from '@prankpost/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNotify } from '../../../lib/notify.ts'
import { openFile } from '../../../lib/open-file.ts'
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
    onError: (error) => {
      const message = errorText(error, 'The labels could not be made. Please try again.')
      // The server may have made labels that did not arrive.
      const where = 'Parcels that are now under Label printed can be printed again there.'
      notify.error('Printing Failed', isNetworkError(error) ? `${message} ${where}` : message)
    },
    onSettled: () => refreshParcels(queryClient),
  })
  return { print: mutate, isPrinting: isPending }
}
