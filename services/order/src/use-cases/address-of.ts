import {
  type CheckoutItem,
  type Contact,
  missingAddress,
  type PostalAddress,
  postalAddress,
  zipMismatch,
} from '@prankpost/contracts'
import { invalid } from '@prankpost/service-kit'

/**
 * Returns the address of an item: the one that the customer saw in the cart, or, if the item has only the target's id,
 * the one from the address book. `saved` is null for a target that is stored only in the browser, and undefined for a
 * target that is not in the customer's address book.
 * @throws 400 with the target's name when it is not the customer's, or when its address is incomplete, or its ZIP code is
 * not in its state
 */
export function addressOf(item: CheckoutItem, saved: Contact | null | undefined): PostalAddress {
  const called = item.contactName?.trim() || saved?.name || 'One of your targets'
  if (saved === undefined) {
    throw invalid(`${called} is not in your address book any more. Please choose the target again.`)
  }
  const seen = {
    name: item.contactName ?? saved?.name,
    address: item.contactAddress,
    address2: item.contactAddress2,
    city: item.contactCity,
    state: item.contactState,
    zipCode: item.contactZipCode,
  }
  const { name: _name, ...place } = seen
  const hasOnlyId = Object.values(place).every((part) => part === undefined || part === null)
  const address = hasOnlyId && saved !== null ? { ...saved, name: seen.name } : seen
  const result = postalAddress.safeParse(address)
  if (!result.success || isPlaceholder(result.data)) {
    throw invalid(
      `The address of ${called} is not complete, so nothing could be posted there. Please edit this target and try again.`,
    )
  }
  const mismatch = zipMismatch(result.data)
  if (mismatch !== null) {
    throw invalid(
      `The address of ${called} is not correct: ${mismatch}. Please edit this target and try again.`,
    )
  }
  return result.data
}

/** Whether a part of the address is the cart's placeholder for a missing value (00000 for the ZIP code). */
function isPlaceholder({ address, city, zipCode }: PostalAddress): boolean {
  return (
    address === missingAddress.address ||
    city === missingAddress.city ||
    zipCode.startsWith(missingAddress.zipCode)
  )
}
