import type { CustomerOrder } from '@prankpost/contracts/customer-order'
import { errorText, saveFile } from '@prankpost/web-kit'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { Button } from '../../../components/button.tsx'
import { toastError } from '../../../lib/toasts.ts'
import { readReceipt } from '../api.ts'

/** Downloads the receipt. */
export function ReceiptButton({ order }: { order: CustomerOrder }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => readReceipt(order),
    onSuccess: ({ blob, fileName }) => saveFile(blob, fileName),
    onError: (error) =>
      toastError('Error', errorText(error, 'The receipt could not be downloaded. Please try again.')),
  })
  return (
    <Button
      className="max-sm:flex-1 max-sm:whitespace-nowrap max-sm:px-3"
      busy={isPending}
      onClick={() => mutate()}
    >
      <Download className="size-5" strokeWidth={2.5} aria-hidden="true" />
      Receipt (PDF)
    </Button>
  )
}
