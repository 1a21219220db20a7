const day = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric' })
const dayAndTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

function format(formatter: Intl.DateTimeFormat, time: string | null | undefined): string {
  const date = new Date(time ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? 'N/A' : formatter.format(date)
}

/** A point in time as a day, `Dec 4, 2024`; `N/A` where there is none. */
export function formatDate(time: string | null | undefined): string {
  return format(day, time)
}

/** A point in time with its time of day, `Dec 4, 2024, 3:05 PM`; `N/A` where there is none. */
export function formatDateTime(time: string | null | undefined): string {
  return format(dayAndTime, time)
}

/** An id as people read it: its last 8 characters, upper case. */
export function shortId(id: string): string {
  return id.slice(-8).toUpperCase()
}
