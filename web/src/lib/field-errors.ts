import { ApiError } from '@prankpost/web-kit'
import type { UseFormSetError } from 'react-hook-form'

const addressFields = ['name', 'address', 'address2', 'city', 'state', 'zipCode'] as const
type AddressField = (typeof addressFields)[number]

/**
 * Shows the server's messages at the fields of an address form and focuses the first one; false when it named no field.
 * The address of an order has the same fields with the prefix `contact`.
 */
export function setFieldErrors(error: unknown, setError: UseFormSetError<Record<AddressField, string>>) {
  if (!(error instanceof ApiError)) return false
  let isShown = false
  for (const { path, message } of error.issues) {
    const field = addressFields.find((name) => path === name || path === inOrder(name))
    if (!field) continue
    setError(field, { type: 'server', message }, { shouldFocus: !isShown })
    isShown = true
  }
  return isShown
}

/** `zipCode` -> `contactZipCode` */
const inOrder = (name: string) => `contact${name.charAt(0).toUpperCase()}${name.slice(1)}`
