import type { AddressCheckAnswer, AddressToCheck } from '@prankpost/contracts'
import { invalid } from '@prankpost/service-kit'

/** The port for a service that knows which addresses the post delivers to. */
export interface AddressCheck {
  /**
   * Checks one US address within about two seconds, and never throws. `unknown`: no service is configured, or it gave no
   * answer.
   */
  check(address: AddressToCheck): Promise<AddressCheckAnswer>
}

/** The check of a shop without an address service: it calls nothing. */
export const noAddressCheck: AddressCheck = { check: async () => ({ result: 'unknown' }) }

/**
 * Lets an address pass unless the address service does not know it. Without an answer it passes, so that an outage never
 * stops a customer. The address stays as it was typed.
 * @throws 400 with a message at `address`
 */
export async function refuseNotFound(
  { address, address2 = null, city, state, zipCode }: TypedAddress,
  { check }: AddressCheck,
): Promise<void> {
  const answer = await check({ address, address2, city, state: state as AddressToCheck['state'], zipCode })
  if (answer.result !== 'not-found') return
  throw invalid(answer.message, [{ path: 'address', message: answer.message }])
}

/** An address as the form or the database has it; contacts of earlier versions have no second line. */
type TypedAddress = Omit<AddressToCheck, 'state' | 'address2'> & { state: string; address2?: string | null }
