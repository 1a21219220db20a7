import { setTimeout as sleep } from 'node:timers/promises'

const patienceMs = 120_000
const everyMs = 200

interface Call {
  method: string
  headers: Record<string, string>
  body?: unknown
}

/** Repeats the call until it succeeds, because an event may not have arrived yet. @throws after 2 minutes */
export async function insist(url: string, { method, headers, body }: Call): Promise<unknown> {
  const end = Date.now() + patienceMs
  for (;;) {
    const response = await fetch(url, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (response.ok) return response.json()
    const answer = await response.text()
    if (Date.now() > end) throw new Error(`${method} ${url}: ${response.status} ${answer}`)
    await sleep(everyMs)
  }
}

/** Waits until the condition holds. @throws after 2 minutes */
export async function until(condition: () => Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + patienceMs
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`${what}: the condition did not come true in time`)
    await sleep(everyMs)
  }
}
