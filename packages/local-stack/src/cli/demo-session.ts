import { StackError } from '../stack-error.ts'

/** An API client with the session cookie of a customer. */
export class Session {
  readonly #baseUrl: string
  #cookie = ''

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl
  }

  async send(method: string, path: string, body?: unknown): Promise<Response> {
    const answer = await fetch(`${this.#baseUrl}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(this.#cookie && { cookie: this.#cookie }) },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(15_000),
    })
    const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
    if (cookies.length > 0) this.#cookie = cookies.join('; ')
    return answer
  }

  async get<T>(path: string): Promise<T> {
    return await this.#json<T>(path, await this.send('GET', path))
  }

  async post<T = unknown>(path: string, body: unknown): Promise<T> {
    return await this.#json<T>(path, await this.send('POST', path, body))
  }

  async #json<T>(path: string, answer: Response): Promise<T> {
    if (!answer.ok) throw await failure(path, answer)
    return (await answer.json()) as T
  }
}

/** The error for a failed step of the demo, with the response. */
export async function failure(what: string, answer: Response): Promise<StackError> {
  return new StackError(
    `The demo data could not be added: ${what} answered ${answer.status} ${await answer.text()}`,
  )
}
