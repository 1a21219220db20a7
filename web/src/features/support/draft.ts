import { isRecord, parseJson } from '@prankpost/web-kit'
import { slot } from '../../lib/storage.ts'

/** A message to us that is being written. */
export interface Draft {
  name: string
  email: string
  subject: string
  message: string
}

/** A message that nobody has begun. */
export const emptyDraft: Draft = { name: '', email: '', subject: '', message: '' }

/** Keeps what is being written over a reload, such as that of signing in. */
export const draftSlot = slot<Draft>({
  area: 'session',
  key: 'prankpost-support-draft',
  empty: emptyDraft,
  read: (text) => {
    const stored = parseJson(text)
    if (!isRecord(stored)) return null
    const word = (value: unknown) => (typeof value === 'string' ? value : '')
    const { name, email, subject, message } = stored
    return { name: word(name), email: word(email), subject: word(subject), message: word(message) }
  },
})
