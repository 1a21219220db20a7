import type { AdminOrder } from '@prankpost/contracts/order'
import { errorText } from '@prankpost/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { isConflict } from '../../../lib/admin-call.ts'
import { useNotify } from '../../../lib/notify.ts'
import { openFile } from '../../../lib/open-file.ts'
import { readParcelDocument, refreshOrders } from '../api.ts'
import { parcelsOf } from './parcels.ts'

export type DocumentKind = 'slips' | 'labels'

/** The names of the documents of a parcel. */
export const documentNames: Record<DocumentKind, string> = { slips: 'Packing slips', labels: '4x6 labels' }

const maxParcels = 500
/** The documents that are being generated. */
export interface Printing {
  kind: DocumentKind
  orders: readonly AdminOrder[]
}

/**
 * Generates the documents of these orders' parcels, one page for each, and opens them in a new tab. If the browser
 * blocks the tab, the file is downloaded. Orders that have no parcel yet are omitted and reported.
 */
export function usePrintParcels() {
  const notify = useNotify()
  const queryClient = useQueryClient()
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async ({ kind, orders }: Printing) => {
      const { ids, leftOut } = parcelsOf(orders)
      if (ids.length === 0) return notify.warning('Nothing to Print', leftOut)
      if (ids.length > maxParcels) {
        const message = `These orders have ${ids.length} parcels. At most ${maxParcels} fit in one document.`
        return notify.warning('Too Many Parcels', message)
      }
      const { blob, fileName } = await readParcelDocument({ kind, parcelIds: ids })
      const saved = openFile(blob, fileName ?? `${kind}.pdf`)
      if (saved) notify.success('Document Saved', `${saved} is in your downloads.`)
      if (leftOut) notify.warning('Some Orders Were Left Out', leftOut)
      // With its first document, a parcel gets its reference and is packed.
      if (orders.some(isUnprinted)) void refreshOrders(queryClient)
    },
    onError: (error, { kind }) => {
      notify.error(
        'Printing Failed',
        errorText(error, `${documentNames[kind]} could not be made. Please try again.`),
      )
      // The server refuses parcels that were cancelled or held since the list was read.
      if (isConflict(error)) void refreshOrders(queryClient)
    },
  })
  const print = useCallback(
    (kind: DocumentKind, orders: readonly AdminOrder[]) => {
      if (orders.length > 0) mutate({ kind, orders })
    },
    [mutate],
  )
  return { print, printing: isPending ? variables : undefined }
}

const isUnprinted = ({ items }: AdminOrder) =>
  items.some(({ reference, status }) => !reference || status === 'preparing')
