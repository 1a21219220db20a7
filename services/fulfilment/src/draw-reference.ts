import { randomInt } from 'node:crypto'
import { referenceLength, referenceLetters } from '@prankpost/contracts'

/** Draws a parcel's reference: random, so references do not reveal which parcels belong together. */
export const drawReference = (): string =>
  Array.from({ length: referenceLength }, () => referenceLetters[randomInt(referenceLetters.length)]).join('')
