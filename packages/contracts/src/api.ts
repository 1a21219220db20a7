import type { z } from 'zod'
import { accountApi } from './account-api.ts'
import { catalogApi } from './catalog-api.ts'
import { consentApi } from './consent-api.ts'
import { customersApi } from './customers-api.ts'
import { drawApi } from './draw-api.ts'
import { defaultMaxBodyBytes, type Endpoint } from './endpoint.ts'
import { messageApi } from './message-api.ts'
import type { OperatorRole } from './operator.ts'
import { operatorApi } from './operator-api.ts'
import { operatorsApi } from './operators-api.ts'
import { parcelApi } from './parcel-api.ts'
import { planApi } from './plan-api.ts'
import { reportApi } from './report-api.ts'
import { shopApi } from './shop-api.ts'
import { slipApi } from './slip-api.ts'
import { storeApi } from './store-api.ts'

/** Every public endpoint of the system by method and path. Services and the gateway take their routes from this map. */
export const api = {
  ...accountApi,
  ...storeApi,
  ...planApi,
  ...messageApi,
  ...operatorApi,
  ...operatorsApi,
  ...customersApi,
  ...catalogApi,
  ...shopApi,
  ...drawApi,
  ...parcelApi,
  ...reportApi,
  ...consentApi,
  ...slipApi,
} as const

export type Api = typeof api
export type ApiKey = keyof Api
type Part<K extends ApiKey, P extends keyof Endpoint> = P extends keyof Api[K] ? Api[K][P] : undefined

/** The request body of an endpoint as the caller sends it. */
export type BodyIn<K extends ApiKey> =
  Part<K, 'upload'> extends readonly string[]
    ? Blob
    : Part<K, 'body'> extends z.ZodType
      ? z.input<Part<K, 'body'>>
      : undefined
/** The request body as the use case receives it. */
export type BodyOf<K extends ApiKey> =
  Part<K, 'upload'> extends readonly string[]
    ? Uint8Array
    : Part<K, 'body'> extends z.ZodType
      ? z.output<Part<K, 'body'>>
      : undefined
export type ParamsOf<K extends ApiKey> =
  Part<K, 'params'> extends z.ZodType ? z.output<Part<K, 'params'>> : undefined
export type QueryOf<K extends ApiKey> =
  Part<K, 'query'> extends z.ZodType ? z.output<Part<K, 'query'>> : undefined
/** The body of a successful response; undefined if there is none. */
export type AnswerOf<K extends ApiKey> =
  Part<K, 'answer'> extends z.ZodType ? z.output<Part<K, 'answer'>> : undefined
export type AccessOf<K extends ApiKey> = Api[K]['access']

/** The endpoints that operators of a role may call. */
export const endpointsOf = (role: OperatorRole): ApiKey[] =>
  (Object.keys(api) as ApiKey[]).filter((key) => (api[key] as Endpoint).roles?.includes(role))

/** The largest request body of an endpoint, in bytes. The gateway and the service enforce it. */
export const maxBodyBytesOf = (key: ApiKey): number =>
  (api[key] as Endpoint).maxBodyBytes ?? defaultMaxBodyBytes
