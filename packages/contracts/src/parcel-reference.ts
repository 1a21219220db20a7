import { z } from 'zod'

/** Consonants that are not hexadecimal digits: a reference never looks like a word or an id, and no letter like a digit. */
export const referenceLetters = 'GHJKMNPQRSTVWXYZ'
export const referenceLength = 10

/** The reference on a parcel's documents: ten random letters that reveal nothing about its order. */
export const parcelReference = z.string().regex(/^[GHJKMNPQRSTVWXYZ]{10}$/)
