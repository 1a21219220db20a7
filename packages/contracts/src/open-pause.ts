/** The end of a pause without an end, which only Stripe's dashboard can set. */
export const noPauseEnd = '9999-12-31T00:00:00.000Z'

/** Whether a pause has no end: the plan stays paused until it is resumed. */
export const isOpenEnded = (pausedUntil: Date | string | null | undefined): boolean =>
  pausedUntil != null && new Date(pausedUntil).getTime() === Date.parse(noPauseEnd)
