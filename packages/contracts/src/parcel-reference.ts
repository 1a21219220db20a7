import { z } from 'zod'
import { referencePattern } from './constants.ts'

/** The reference on a parcel's documents: ten random letters that reveal nothing about its order. */
export const parcelReference = z.string().regex(referencePattern)
