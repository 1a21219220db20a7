import { createHmac } from 'node:crypto'
import { comparableName } from '@prankpost/contracts'
import { createDerivedKeys } from '@prankpost/service-kit'

/** A guess as it is stored, to recognize a repeat: neither the sender nor a reader of the database learns what was guessed. */
export type GuessDigest = (reference: string, guess: string) => string

/** Creates digests (HMAC-SHA-256) of guesses, with a key derived from the service's private key. */
export function createGuessDigest(privateKey: string): GuessDigest {
  const key = createDerivedKeys(privateKey)('prankpost guess')
  return (reference, guess) =>
    createHmac('sha256', key)
      .update(`${reference} ${comparableName(guess)}`)
      .digest('base64url')
      .slice(0, 22)
}
