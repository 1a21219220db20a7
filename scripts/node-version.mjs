const oldest = 20

/** What to tell somebody whose Node is too old to run the scripts; undefined when it will do. */
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
