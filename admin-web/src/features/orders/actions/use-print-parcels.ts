import type { AdminOrder } from '@prankpost/contracts/order'
import { errorText } from '@prankpost/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useNotify } from '../../../lib/notify.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { readParcelDocument, refreshOrders } from '../api.ts'
import { missingWords, parcelsOf } from './parcels.ts'

export type DocumentKind = 'slips' | 'labels'

/** How the papers of a parcel are called. */
export const documentNames: Record<DocumentKind, string> = { slips: 'Packing slips', labels: '4x6 labels' }

const maxParcels = 500
/** A tab with a PDF is printed and saved from for a while. */
const openForMs = 30 * 60_000

/** What is being printed just now. */
export interface Printing {
  kind: DocumentKind
  orders: readonly AdminOrder[]
}

/**
 * Makes the papers of these orders' parcels, one page for each, and opens them in a new tab; where the browser lets
 * none open, they are saved. Orders that have no parcel yet are left out, and named.
 */
export function usePrintParcels() {
  const notify = useNotify()
  const queryClient = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async ({ kind, orders }: Printing) => {
      const { ids, ...missing } = parcelsOf(orders)
      const leftOut = missingWords(missing)
      if (ids.length === 0) return notify.warning('Nothing to Print', leftOut)
      if (ids.length > maxParcels) {
        const words = `These orders have ${ids.length} parcels. At most ${maxParcels} fit in one document.`
        return notify.warning('Too Many Parcels', words)
      }
      const { blob, fileName } = await readParcelDocument({ kind, parcelIds: ids })
      const saved = show(blob, fileName ?? `${kind}.pdf`)
      if (saved) notify.success('Document Saved', `${saved} is in your downloads.`)
      if (leftOut) notify.warning('Some Orders Were Left Out', leftOut)
      // With its first paper a parcel gets its reference.
      if (orders.some(hasUnnamedParcels)) void refreshOrders(queryClient)
    },
    onError: (error, { kind }) =>
      notify.error(
        'Printing Failed',
        errorText(error, `${documentNames[kind]} could not be made. Please try again.`),
      ),
  })
  const print = useCallback(
    (kind: DocumentKind, orders: readonly AdminOrder[]) => {
      if (orders.length > 0) mutate({ kind, orders })
    },
    [mutate],
  )
  return { print, printing: isPending ? variables : undefined }
}

const hasUnnamedParcels = ({ items }: AdminOrder) => items.some(({ reference }) => !reference)

/** Opens the document in a tab of its own; answers the file's name where it had to be saved instead. */
function show(blob: Blob, fileName: string): string | null {
  const address = URL.createObjectURL(blob)
  setTimeout(() => URL.revokeObjectURL(address), openForMs)
  if (globalThis.open(address, '_blank')) return null
  saveFile(blob, fileName)
  return fileName
}
