import type { Model, UpdateQuery } from 'mongoose'
import { isDuplicateKey } from '../errors.ts'

/**
 * Stores another service's document, of which this service keeps a copy. The stored copy is replaced only by a higher
 * `version` (in the given field), so that events may arrive twice, late or in any order.
 */
export async function keepNewest<T extends { _id: string }>(
  model: Model<T>,
  { _id, ...values }: T,
  versionField: Exclude<keyof T, '_id'> & string,
): Promise<void> {
  const version = (values as Record<string, unknown>)[versionField]
  const older = { _id, [versionField]: { $lt: version } } as object
  try {
    await model.updateOne(older, { $set: values } as UpdateQuery<T>, { upsert: true })
  } catch (error) {
    // The stored version is the same or newer, so the upsert tried to insert and found the id in use.
    if (!isDuplicateKey(error)) throw error
  }
}
