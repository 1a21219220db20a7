import autocannon from 'autocannon'

/** Requests per second and p99 of a GET under load. @throws when any answer was not 200 */
export async function measureReads(
  url: string,
  { connections, seconds }: { connections: number; seconds: number },
) {
  const result = await autocannon({ url, connections, duration: seconds })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} answers were not 200, ${result.errors} failed`)
  }
  return {
    perSecond: Math.round(result.requests.average),
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  }
}
