import { isReset, type ReplicaRequest, type Replicas, unavailable } from '@prankpost/service-kit/http'

/**
 * Sends a request to one of a service's replicas. A read whose connection broke is sent once more, to another
 * replica. A write is not: the service may have carried it out.
 * @throws 503 when the service is unavailable or too slow
 */
export async function forward(replicas: Replicas, request: ReplicaRequest) {
  const first = replicas.next()
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  try {
    return await replicas.send(first, request).catch((error) => {
      if (!isRead || !isReset(error)) throw error
      return replicas.send(replicas.next(first), request)
    })
  } catch (error) {
    throw unavailable(undefined, error)
  }
}
