import { createHash, createHmac } from 'node:crypto'
import type { EventData } from '@prankpost/contracts'
import { createDerivedKeys } from '@prankpost/service-kit'

type Address = EventData<'prank-shipped'>['contact']

/** Identifies a target that has no id: equal for the same name and address. */
export interface TargetDigest {
  of(address: Address): string
  /** The same, from the unkeyed digest that earlier versions stored. */
  fromUnkeyed(digest: string): string
}

/**
 * Creates digests (HMAC-SHA-256) of targets, with a key that is derived from the service's private key, as in
 * contact: the database alone does not confirm a guessed address. After the service's key is replaced, the same target
 * counts as another one.
 */
export function createTargetDigest(privateKey: string): TargetDigest {
  const key = createDerivedKeys(privateKey)('prankpost pranked target')
  const fromUnkeyed = (digest: string) =>
    `keyed-${createHmac('sha256', key).update(digest).digest('base64url')}`
  return { of: (address) => fromUnkeyed(unkeyed(address)), fromUnkeyed }
}

function unkeyed({ name, address, city, state, zipCode }: Address): string {
  const text = JSON.stringify([name, address, city, state, zipCode].map((part) => part.trim().toLowerCase()))
  return createHash('sha256').update(text).digest('base64url')
}
