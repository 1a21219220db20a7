import type { MailPreferences } from '@prankpost/contracts/mail-preferences'
import { call } from '@prankpost/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type MailPreference, mailPreferences, mailPreferencesQuery } from './mail-preferences.ts'

/**
 * Switches one kind of mail. It is shown at once, and undone when it could not be saved. What is stored is then read again:
 * perhaps it was saved, and only the answer was lost.
 */
export function useMailSwitch(onFailure: (error: unknown) => void) {
  const queryClient = useQueryClient()
  const { queryKey } = mailPreferencesQuery
  const show = (kind: MailPreference['kind'], enabled: boolean) =>
    queryClient.setQueryData(queryKey, (known) => known && withSwitched(known, kind, enabled))
  return useMutation({
    // One after the other: the last click wins, also on the server.
    scope: { id: 'mail-preferences' },
    mutationKey: queryKey,
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
      // A switch that still waits to be sent must stay as it is shown.
      if (queryClient.isMutating({ mutationKey: queryKey }) === 1)
        void queryClient.invalidateQueries({ queryKey })
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
