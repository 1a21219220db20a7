const oldest = 20

/** The message for a Node that is too old to run the scripts; undefined if the version is supported. */
export function nodeComplaint(version) {
  if (Number(version.split('.')[0]) >= oldest) return undefined
  return (
    'PrankPost needs Node ' +
    oldest +
    ' or newer to start (it then brings its own Node 26); this is ' +
    version +
    '.\n' +
    'Install a current one from https://nodejs.org and run the command again.'
  )
}
