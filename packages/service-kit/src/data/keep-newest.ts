import type { Model, UpdateQuery } from 'mongoose'
import { unlessDuplicate } from '../errors.ts'

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
  // If the stored version is the same or newer, the upsert tries to insert and finds the id in use.
  await unlessDuplicate(model.updateOne(older, { $set: values } as UpdateQuery<T>, { upsert: true }))
}
