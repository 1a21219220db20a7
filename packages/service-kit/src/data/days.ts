const dayMs = 86_400_000

/** The last `count` calendar days (UTC) as `2026-01-31`, ending with today. */
export function lastDays(count: number, now = new Date()): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(now.getTime() - (count - 1 - index) * dayMs).toISOString().slice(0, 10),
  )
}
