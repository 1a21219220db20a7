import { errorAnswer } from '@prankpost/contracts'
import type { Stack } from '@prankpost/test-harness'
import type { OwnersRequest } from './requests.ts'

/** The credentials of a caller: the session and admin password, and the origin of the page. */
export interface Caller {
  cookie?: string
  adminPassword?: string
  origin?: string
}

/** The answer to a call. */
export interface Outcome {
  status: number
  text: string
  /** Only for a failure. */
  message: string
}

let address = 0

/** Calls an endpoint as this caller. Each call has its own address, so that no limit counts them together. */
export async function callAs(
  { baseUrl }: Pick<Stack, 'baseUrl'>,
  { cookie, adminPassword, origin }: Caller,
  key: string,
  { params = {}, body }: OwnersRequest,
): Promise<Outcome> {
  const [method = '', pattern = ''] = key.split(' ')
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  // Pictures are the only files that are uploaded.
  const isFile = Buffer.isBuffer(body)
  address += 1
  const response = await fetch(baseUrl + path, {
    method,
    redirect: 'manual',
    headers: {
      'x-forwarded-for': `198.18.${address >> 8}.${address & 255}`,
      ...(cookie === undefined ? {} : { cookie }),
      ...(adminPassword === undefined ? {} : { 'x-admin-password': adminPassword }),
      ...(origin === undefined ? {} : { origin }),
      ...(body === undefined ? {} : { 'content-type': isFile ? 'image/png' : 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isFile ? new Uint8Array(body) : JSON.stringify(body) }),
  })
  const text = await response.text()
  const message = response.status >= 400 ? errorAnswer.strict().parse(JSON.parse(text)).message : ''
  return { status: response.status, text, message }
}

/** The same request with ids that do not exist. */
export function aboutNothing({ params, body, ids = [] }: OwnersRequest): OwnersRequest {
  const swap = (value: unknown) =>
    ids.reduce(
      (text, id) =>
        text.replaceAll(id, /^[0-9a-f]{24}$/.test(id) ? 'f0'.repeat(12) : `${id.slice(0, 8)}Nobodys`),
      JSON.stringify(value ?? null),
    )
  return { params: JSON.parse(swap(params)) ?? {}, body: JSON.parse(swap(body)) ?? undefined }
}
