import { unlessDuplicate } from '@prankpost/service-kit'
import { Types } from 'mongoose'
import type { Deps } from '../deps.ts'
import { firstTexts } from '../first-texts.ts'

/** The date of the texts of the specification. */
const publishedAt = new Date('2024-12-01T00:00:00Z')

/**
 * Adds the first version of each text, from the specification. Services count on it without an event. A repeat, also by
 * concurrent replicas, changes nothing.
 */
export async function seedTexts({ texts, textOutbox }: Pick<Deps, 'texts' | 'textOutbox'>): Promise<void> {
  for (const { name, markdown } of firstTexts) {
    if ((await texts.exists({ name, version: 1 })) !== null) continue
    await unlessDuplicate(
      textOutbox.insert({
        _id: new Types.ObjectId(),
        name,
        version: 1,
        markdown,
        publishedAt,
        by: 'PrankPost',
      }),
    )
  }
}
