import { queryOptions } from '@tanstack/react-query'
import { adminCall } from '../../lib/admin-call.ts'
import { freshOnMount } from '../../lib/admin-list.ts'

/** The own sessions, the present one included. */
export const sessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: ({ signal }) => adminCall('GET /api/operators/sessions', { signal }),
  ...freshOnMount,
})

export const signOutEverywhere = () => adminCall('DELETE /api/operators/sessions')

/** Creates a secret for one-time codes; it is used once it is confirmed. */
export const setUpTotp = () => adminCall('POST /api/operators/totp')

/** Confirms the secret, and returns the recovery codes. @throws ApiError 400 for a wrong code */
export const confirmTotp = (code: string) => adminCall('POST /api/operators/totp/confirm', { body: { code } })
