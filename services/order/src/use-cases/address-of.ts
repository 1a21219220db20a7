import {
  type CheckoutItem,
  type Contact,
  missingAddress,
  type PostalAddress,
  postalAddress,
} from '@prankpost/contracts'
import { invalid } from '@prankpost/service-kit'

/**
 * Where an item is sent: the address that the customer saw in the cart, or the address book's where
 * the item names a target by id alone. `saved` is null for a target that lives in the browser only,
 * undefined for one that is not in the customer's address book.
 * @throws 400 naming the target when it is not the customer's, or could not be posted to
 */
export function addressOf(item: CheckoutItem, saved: Contact | null | undefined): PostalAddress {
  const called = item.contactName?.trim() || saved?.name || 'One of your targets'
  if (saved === undefined) {
    throw invalid(`${called} is not in your address book any more. Please choose the target again.`)
  }
  const seen = {
    name: item.contactName ?? saved?.name,
    address: item.contactAddress,
    city: item.contactCity,
    state: item.contactState,
    zipCode: item.contactZipCode,
  }
  const { name: _name, ...place } = seen
  const byIdAlone = Object.values(place).every((part) => part === undefined)
  const address = byIdAlone && saved !== null ? { ...saved, name: seen.name } : seen
  const result = postalAddress.safeParse(address)
  if (!result.success || isPlaceholder(result.data)) {
    throw invalid(
      `The address of ${called} is not complete, so nothing could be posted there. Please edit this target and try again.`,
    )
  }
  return result.data
}

/** The words that the cart shows for a missing value are no address (00000 is no ZIP code either). */
function isPlaceholder({ address, city, zipCode }: PostalAddress): boolean {
  return (
    address === missingAddress.address ||
    city === missingAddress.city ||
    zipCode.startsWith(missingAddress.zipCode)
  )
}
