const dayMs = 86_400_000

/** The moment `days` business days (Monday to Friday, UTC) after `from`. */
export function addBusinessDays(from: Date, days: number): Date {
  let date = from
  for (let left = days; left > 0; ) {
    date = new Date(date.getTime() + dayMs)
    const weekday = date.getUTCDay()
    if (weekday !== 0 && weekday !== 6) left--
  }
  return date
}
