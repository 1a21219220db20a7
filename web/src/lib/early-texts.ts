declare global {
  /** What was typed before the store had started, by the name of the field (public/shell.js). */
  var earlyTexts: Record<string, string> | undefined
}

/** What was typed into the form of the first page before the store had started. */
export const textsTypedEarly = () => globalThis.earlyTexts ?? {}

/** From now on the forms receive what is typed. */
export function endEarlyTexts() {
  globalThis.earlyTexts = undefined
}
