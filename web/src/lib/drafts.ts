import { isRecord, parseJson } from '@prankpost/web-kit'
import { slot } from '@prankpost/web-kit/storage'

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

/** The same for a form of which there is one for each target or parcel: the texts of one replace those of another. */
function draftOfOne<K extends string>(name: string, fields: readonly K[]) {
  const { get, set, clear } = draft(name, ['of', ...fields])
  return (of: string) => ({
    get: () => {
      const { of: stored, ...texts } = get() ?? { of: null }
      return stored === of ? (texts as Record<K, string>) : null
    },
    set: (texts: Record<K, string>) => set({ ...texts, of }),
    clear,
  })
}

const address = ['address', 'address2', 'city', 'state', 'zipCode'] as const

/** A message to support, with the idempotency key of all attempts to send it. */
export const supportDraft = draft('support', ['idempotencyKey', 'name', 'email', 'subject', 'message'])

/** The target with this id; and a new one, with the idempotency key of its form. */
export const targetDraft = draftOfOne('target', ['profilePicture', 'name', ...address])
export const newTargetDraft = draft('new-target', ['idempotencyKey', 'profilePicture', 'name', ...address])

/** The corrected address of a parcel: of the order and the item with these ids. */
export const parcelAddressDraft = draftOfOne('address', ['name', ...address])

/** A recipient's message to the sender, and a report: for the slip with this code. */
export const reactionDraft = draftOfOne('reaction', ['emoji', 'words'])
export const reportDraft = draftOfOne('report', ['words'])

/** An answer to support: in the thread behind the link with this token, with the text of the last attempt and its key. */
export const answerDraft = draftOfOne('answer', ['text', 'sent', 'idempotencyKey'])

/** A request for the do-not-prank list. */
export const doNotPrankDraft = draft('do-not-prank', [...address, 'email'])

/** The request for the do-not-prank list that waits for its code, with what its page says. */
export const listingDraft = draft('listing', ['requestId', 'message'])
