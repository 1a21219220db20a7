// The first match counts: Edge and Opera also call themselves Chrome, and Chrome calls itself Safari.
const browsers = { 'Edg/': 'Edge', 'OPR/': 'Opera', Firefox: 'Firefox', Chrome: 'Chrome', Safari: 'Safari' }
const systems = {
  iPhone: 'iPhone',
  iPad: 'iPad',
  Android: 'Android',
  Windows: 'Windows',
  Macintosh: 'Mac',
  Linux: 'Linux',
}

/** A browser in words, from its user agent: `Chrome on Linux`. */
export function browserName(userAgent: string): string {
  const nameIn = (names: Record<string, string>) =>
    Object.entries(names).find(([mark]) => userAgent.includes(mark))?.[1]
  const system = nameIn(systems)
  const browser = nameIn(browsers) ?? 'Unknown browser'
  return system === undefined ? browser : `${browser} on ${system}`
}
