/**
 * Resolves once the browser has painted what was changed before: a button that is busy. Work that then takes long does not
 * delay the answer to a click.
 */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    // A page in the background is not painted.
    if (document.hidden) return resolve()
    requestAnimationFrame(() => setTimeout(resolve))
  })
}
