/** `2026-12-24T18:00`, the value of a field of type `datetime-local`. */
export function localTime(time: string | null): string {
  if (time === null) return ''
  const date = new Date(time)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The value of such a field as a time in the API; null if it is empty. */
export const isoTime = (local: string): string | null => (local === '' ? null : new Date(local).toISOString())
