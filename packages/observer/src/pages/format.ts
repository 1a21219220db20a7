const none = '–'

const number = (value: number, digits: number) =>
  value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })

/** `0 ms`, `0.42 ms`, `12 ms`, `1.24 s`, `3 min 5 s`. */
export function duration(ms: number | null): string {
  if (ms === null) return none
  if (ms < 0.005) return '0 ms'
  if (ms < 1) return `${number(ms, 2)} ms`
  if (ms < 1_000) return `${number(ms, ms < 10 ? 1 : 0)} ms`
  if (ms < 60_000) return `${number(ms / 1_000, 2)} s`
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`
}

/** `96 MB`. */
export const megabytes = (bytes: number | null): string =>
  bytes === null ? none : `${number(bytes / 1024 / 1024, 0)} MB`

/** `0.4/s`. */
export const rate = (perSecond: number | null): string =>
  perSecond === null ? none : `${number(perSecond, perSecond >= 10 ? 0 : 1)}/s`

/** `0.5 %`; nothing at all is `0 %`. */
export const percent = (share: number | null): string => {
  if (share === null) return none
  return `${number(share * 100, share > 0 && share < 0.1 ? 1 : 0)} %`
}

/** `1,204`. */
export const count = (value: number | null): string => (value === null ? none : number(value, 0))

/** `1 span`, `2 spans`. */
export const counted = (value: number, word: string): string =>
  `${number(value, 0)} ${word}${value === 1 ? '' : 's'}`

/** `17:40:12.345`, UTC. */
export const clock = (iso: string): string => iso.slice(11, 23)
