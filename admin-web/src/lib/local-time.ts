/** `2026-12-24T18:00`, the value of a field of type `datetime-local`. */
export function localTime(time: string | null): string {
  if (time === null) return ''
  const date = new Date(time)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The value of such a field as a time in the API; null if it is empty, or its year has more than four digits. */
export function isoTime(local: string): string | null {
  const time = new Date(local)
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}
