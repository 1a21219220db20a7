/**
 * The address of a URL on this host: `localhost` is taken as 127.0.0.1, whatever the resolver says.
 * @throws for every other host: attacks go nowhere else
 */
export function toLoopback(url: string): { hostname: string; port: number; host: string } {
  const { hostname, port, host, protocol } = new URL(url)
  const isHere = hostname === 'localhost' || /^127(\.\d{1,3}){3}$/.test(hostname)
  if (!isHere || protocol !== 'http:')
    throw new Error(`${url} is not on this host: only loopback is attacked.`)
  return { hostname: hostname === 'localhost' ? '127.0.0.1' : hostname, port: Number(port || 80), host }
}
