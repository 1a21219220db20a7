import autocannon from 'autocannon'

/** The load of a read. */
export interface ReadLoad {
  connections: number
  seconds: number
}

/** What is read: a URL and its headers. */
export interface Target {
  url: string
  headers?: Record<string, string>
}

const warmUpSeconds = 1

/** Requests per second and durations of a GET under load. @throws when any answer was not 200 */
export async function measureReads({ url, headers = {} }: Target, { connections, seconds }: ReadLoad) {
  const result = await autocannon({ url, headers, connections, duration: seconds })
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${url}: ${result.non2xx} answers were not 200, ${result.errors} failed`)
  }
  return {
    perSecond: Math.round(result.requests.total / result.duration),
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
  }
}

/** Warms up: compiles the code and opens the connections. */
export const warmUp = (target: Target) => measureReads(target, { connections: 20, seconds: warmUpSeconds })

/** The body of an answer. @throws unless it is 200 */
export async function bodyOf({ url, headers }: Target): Promise<string> {
  const answer = await fetch(url, { headers })
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`)
  return answer.text()
}
