/** Keeps its screen out of search engines; React moves the tag into the document's head. */
export function Unlisted() {
  return <meta name="robots" content="noindex" />
}
