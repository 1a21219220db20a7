import type { AdminText } from '@prankpost/contracts/text'
import { newDrafts } from '../../../lib/drafts.ts'

interface TextDraft {
  /** The version that was shown when the operator began to type. */
  base: AdminText
  markdown: string
}

/** The texts that are not published, by name. */
export const textDrafts = newDrafts<TextDraft>()
