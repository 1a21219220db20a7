import type { Guard } from '@prankpost/web-kit'

/** Accepts a missing field, too: a server of an earlier version leaves it out. */
export const optional = <T>(guard: Guard<T>) => ((value) => value == null || guard(value)) as Guard<T | null>
