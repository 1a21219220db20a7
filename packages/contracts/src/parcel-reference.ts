import { z } from 'zod'

/** Consonants that no hexadecimal number has: no word comes out, no id, and no letter looks like a digit. */
export const referenceLetters = 'GHJKMNPQRSTVWXYZ'
export const referenceLength = 10

/** What a parcel's papers are known by: ten random letters that say nothing of its order. */
export const parcelReference = z.string().regex(/^[GHJKMNPQRSTVWXYZ]{10}$/)
