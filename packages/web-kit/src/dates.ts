const day = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric' })
const dayAndTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

// A calendar day has no time zone: it is read and shown as UTC.
const weekday = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})

function format(formatter: Intl.DateTimeFormat, time: string | null | undefined): string {
  const date = new Date(time ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? 'N/A' : formatter.format(date)
}

/** Formats a date, `Dec 4, 2024`; `N/A` if there is none. */
export function formatDate(time: string | null | undefined): string {
  return format(day, time)
}

/** Formats a date with its time, `Dec 4, 2024, 3:05 PM`; `N/A` if there is none. */
export function formatDateTime(time: string | null | undefined): string {
  return format(dayAndTime, time)
}

/** Formats a range of calendar days, `Mon, Dec 1 to Fri, Dec 5`. */
export function formatDayRange({ from, to }: { from: string; to: string }): string {
  const [first, last] = [format(weekday, from), format(weekday, to)]
  return first === last ? first : `${first} to ${last}`
}

/** The short form of an id: its last 8 characters, in upper case. */
export function shortId(id: string): string {
  return id.slice(-8).toUpperCase()
}
