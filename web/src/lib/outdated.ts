declare global {
  /** Loads the page again, once, if the shop has a newer version of the store (public/shell.js). */
  var loadNewVersion: (() => Promise<boolean>) | undefined
}

/** Code could not be loaded: perhaps it is that of an earlier version. */
export const reloadIfOutdated = () => void globalThis.loadNewVersion?.()
