import { inBatches } from '@prankpost/messaging'

/**
 * Looks up one key at a time while there is time, and many by one query when many are asked for at once. What it
 * answers was read after it was asked for: nothing is remembered.
 * @example const accountOf = findTogether(async (ids: string[]) => byId(await users.find({ _id: { $in: ids } })))
 */
export function findTogether<K, V>(
  find: (keys: K[]) => Promise<ReadonlyMap<K, V>>,
): (key: K) => Promise<V | undefined> {
  const answer = inBatches(async (questions: { key: K; found?: V | undefined }[]) => {
    const found = await find([...new Set(questions.map(({ key }) => key))])
    for (const question of questions) question.found = found.get(question.key)
  })
  return async (key) => {
    const question: { key: K; found?: V | undefined } = { key }
    await answer(question)
    return question.found
  }
}
