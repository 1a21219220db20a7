import { isRecord, parseJson } from '@prankpost/web-kit'
import { slot } from './storage.ts'

/** A slot for the texts of a form: kept in this tab until they are sent, over a reload, a crash and a lost connection. */
function draft<K extends string>(name: string, fields: readonly K[]) {
  return slot<Record<K, string> | null>({
    area: 'session',
    key: `prankpost-${name}-draft`,
    empty: null,
    read: (text) => {
      const stored = parseJson(text)
      if (!isRecord(stored)) return null
      const texts = fields.map((key) => [key, typeof stored[key] === 'string' ? stored[key] : ''])
      return Object.fromEntries(texts) as Record<K, string>
    },
  })
}

const address = ['address', 'address2', 'city', 'state', 'zipCode'] as const

/** A message to support. */
export const supportDraft = draft('support', ['name', 'email', 'subject', 'message'])

/** A target; `of` is the id of the one that is edited, and empty for a new one. */
const targetTexts = draft('target', ['of', 'profilePicture', 'name', ...address])

/** The draft of the form of a target: of the one with this id, or, without an id, of a new one. */
export const targetDraft = (id = '') => ({
  get() {
    const { of, ...texts } = targetTexts.get() ?? { of: null }
    return of === id ? texts : null
  },
  set: (texts: object) => targetTexts.set({ ...texts, of: id } as never),
  clear: targetTexts.clear,
})

/** A request for the do-not-prank list. */
export const doNotPrankDraft = draft('do-not-prank', [...address, 'email'])

/** The request for the do-not-prank list that waits for its code, with what its page says. */
export const listingDraft = draft('listing', ['requestId', 'message'])

/** Deletes all drafts, at sign-out. */
export function forgetDrafts() {
  for (const { clear } of [supportDraft, targetTexts, doNotPrankDraft, listingDraft]) clear()
}
