/**
 * The address of a URL on this host: `localhost` is 127.0.0.1, independent of the resolver.
 * @throws for every other host, so that no other host is attacked
 */
export function toLoopback(url: string): { hostname: string; port: number; host: string } {
  const { hostname, port, host, protocol } = new URL(url)
  const isLoopback = hostname === 'localhost' || /^127(\.\d{1,3}){3}$/.test(hostname)
  if (!isLoopback || protocol !== 'http:')
    throw new Error(`${url} is not on this host: only loopback is attacked.`)
  return { hostname: hostname === 'localhost' ? '127.0.0.1' : hostname, port: Number(port || 80), host }
}
