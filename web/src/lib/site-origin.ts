let serverOrigin = ''

/** Sets the public address of the store, for pages that are rendered on the server. */
export function setSiteOrigin(address: string) {
  serverOrigin = new URL(address).origin
}

/** The origin of the store, for addresses that other sites read. */
export const siteOrigin = () => (typeof location === 'undefined' ? serverOrigin : location.origin)
