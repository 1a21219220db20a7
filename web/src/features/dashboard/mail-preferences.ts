import type { MailPreferences } from '@prankpost/contracts/mail-preferences'
import { boolean, call, type Guard, listOf, shape, text } from '@prankpost/web-kit'
import { queryOptions } from '@tanstack/react-query'

/** One kind of mail, and whether the customer receives it. */
export type MailPreference = MailPreferences['preferences'][number]

/** Accepts a response that lists mail preferences. */
export const mailPreferences = shape<MailPreferences>({
  preferences: listOf(
    shape<MailPreference>({
      kind: text as Guard<string> as Guard<MailPreference['kind']>,
      title: text,
      required: boolean,
      enabled: boolean,
    }),
  ),
})

/** The kinds of mails that the customer receives. */
export const mailPreferencesQuery = queryOptions({
  queryKey: ['mail-preferences'],
  queryFn: ({ signal }) => call('GET /api/account/mail-preferences', { signal, expect: mailPreferences }),
})
