/** Keeps its screen out of search engines; React puts this into the document's head. */
export function Unlisted() {
  return <meta name="robots" content="noindex" />
}
