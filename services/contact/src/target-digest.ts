import { createHmac } from 'node:crypto'
import { createDerivedKeys } from '@prankpost/service-kit'
import type { Contact } from './contact.model.ts'

/** Two targets of a customer are the same when these fields are equal. */
type Target = Pick<Contact, 'ownerId' | 'name' | 'address' | 'address2' | 'city' | 'state' | 'zipCode'>

/** Identifies a target without revealing it: equal for the same name and address of the same customer. */
export type TargetDigest = (target: Target) => string

/**
 * Creates digests (HMAC-SHA-256) of targets for events, which contain no names and addresses. The key is derived
 * from the service's private key, so a reader of events cannot confirm a guessed address. Case, accents,
 * spaces and punctuation are ignored, and so are the last four digits of a ZIP code. Without a second address line the
 * digest is the one of earlier versions, which had one line. After the service's key is replaced, a target that is saved
 * again has another digest.
 */
export function createTargetDigest(privateKey: string): TargetDigest {
  const key = createDerivedKeys(privateKey)('prankpost target digest')
  return ({ ownerId, name, address, address2, city, state, zipCode }) => {
    const parts = [name, address, city, state, zipCode.slice(0, 5)].map(normalized)
    const line2 = normalized(address2 ?? '')
    if (line2 !== '') parts.push(line2)
    return createHmac('sha256', key)
      .update(JSON.stringify([ownerId, ...parts]))
      .digest('base64url')
  }
}

const normalized = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
