import { createLimitStore, type Limit, type LimitStore } from '@prankpost/service-kit'
import type { Connection } from 'mongoose'

/** What auth counts, shared by its replicas. */
export interface Limits extends Pick<LimitStore, 'prepare' | 'sweep'> {
  adminFailures: Limit
  loginFailures: Limit
  registrations: Limit
}

/** The limits of auth in its own database. */
export function createLimits(
  connection: Connection,
  { loginFailures, registrations }: { loginFailures: number; registrations: number },
): Limits {
  const store = createLimitStore(connection)
  return {
    adminFailures: store.limit('admin', 5, 15),
    loginFailures: store.limit('login', loginFailures, 15),
    registrations: store.limit('register', registrations, 10),
    prepare: store.prepare,
    sweep: store.sweep,
  }
}
