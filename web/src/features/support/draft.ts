import { isRecord, parseJson } from '@prankpost/web-kit'
import { slot } from '../../lib/storage.ts'

/** A support message that is being written. */
export interface Draft {
  name: string
  email: string
  subject: string
  message: string
}

/** An empty message. */
export const emptyDraft: Draft = { name: '', email: '', subject: '', message: '' }

/** Keeps the draft over a reload, such as the one after sign-in. */
export const draftSlot = slot<Draft>({
  area: 'session',
  key: 'prankpost-support-draft',
  empty: emptyDraft,
  read: (text) => {
    const stored = parseJson(text)
    if (!isRecord(stored)) return null
    const textOrEmpty = (value: unknown) => (typeof value === 'string' ? value : '')
    const { name, email, subject, message } = stored
    return {
      name: textOrEmpty(name),
      email: textOrEmpty(email),
      subject: textOrEmpty(subject),
      message: textOrEmpty(message),
    }
  },
})
