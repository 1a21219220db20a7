// The first version whose node:util has parseEnv.
const oldest = [20, 12]

/** The message for a Node that is too old to run the scripts; undefined if the version is supported. */
export function nodeComplaint(version) {
  const [major, minor] = version.split('.').map(Number)
  if (major > oldest[0] || (major === oldest[0] && minor >= oldest[1])) return undefined
  return (
    'PrankPost needs Node ' +
    oldest.join('.') +
    ' or newer to start (it then brings its own Node 26); this is ' +
    version +
    '.\n' +
    'Install a current one from https://nodejs.org and run the command again.'
  )
}
