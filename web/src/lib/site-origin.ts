let origin = ''

/** Sets the public address of the store: in the server, and in the browser by the page's data. */
export function setSiteOrigin(address: string) {
  origin = new URL(address).origin
}

/** The origin of the store, for addresses that other sites read. Server and browser must render the same one. */
export const siteOrigin = () => origin || location.origin
