import { randomInt } from 'node:crypto'
import { referenceLength, referenceLetters } from '@prankpost/contracts'

/** A parcel's reference: random, so that no two of them have anything to do with each other. */
export const drawReference = (): string =>
  Array.from({ length: referenceLength }, () => referenceLetters[randomInt(referenceLetters.length)]).join('')
