import type { MailPreferences } from '@prankpost/contracts/mail-preferences'
import { call } from '@prankpost/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type MailPreference, mailPreferences, mailPreferencesQuery } from './mail-preferences.ts'

/** Switches one kind of mail. It is shown at once, and undone when it could not be saved. */
export function useMailSwitch(onFailure: (error: unknown) => void) {
  const queryClient = useQueryClient()
  const { queryKey } = mailPreferencesQuery
  const show = (kind: MailPreference['kind'], enabled: boolean) =>
    queryClient.setQueryData(queryKey, (known) => known && withSwitched(known, kind, enabled))
  return useMutation({
    // One after the other: the last click wins, also on the server.
    scope: { id: 'mail-preferences' },
    mutationFn: ({ kind, enabled }: Pick<MailPreference, 'kind' | 'enabled'>) =>
      call('PUT /api/account/mail-preferences', {
        body: { preferences: [{ kind, enabled }] },
        expect: mailPreferences,
      }),
    onMutate: async ({ kind, enabled }) => {
      await queryClient.cancelQueries({ queryKey })
      show(kind, enabled)
    },
    onError: (error, { kind, enabled }) => {
      show(kind, !enabled)
      onFailure(error)
    },
  })
}

function withSwitched(
  { preferences }: MailPreferences,
  kind: MailPreference['kind'],
  enabled: boolean,
): MailPreferences {
  return { preferences: preferences.map((one) => (one.kind === kind ? { ...one, enabled } : one)) }
}
