import { type ServiceName, serviceNames } from '@prankpost/contracts/services'
import { useQueries } from '@tanstack/react-query'
import { deadLettersOf } from './api.ts'
import { groupDeadLetters, type ServiceDeadLetters } from './dead-letters.ts'

/** A service that did not answer. */
export interface UnavailableService {
  service: ServiceName
  error: Error
  /** Whether its last response is still shown. */
  isShown: boolean
  isFetching: boolean
  retry: () => unknown
}

/**
 * The dead letters of all services, or of the selected one. Each service is a separate query, polled at
 * `refetchInterval`.
 */
export function useDeadLetters(
  only: string | undefined,
  q: string | undefined,
  refetchInterval: () => number | false,
) {
  const queried = serviceNames.filter((service) => only === undefined || service === only)
  const answers = useQueries({
    queries: queried.map((service) => ({ ...deadLettersOf(service), refetchInterval })),
  })
  const services: ServiceDeadLetters[] = []
  const unavailable: UnavailableService[] = []
  queried.forEach((service, i) => {
    const answer = answers[i]
    if (answer?.data) services.push(groupDeadLetters(service, answer.data, q))
    if (answer?.error) {
      const { error, isFetching, data } = answer
      const retry = () => answer.refetch({ cancelRefetch: false })
      unavailable.push({ service, error, isFetching, isShown: data !== undefined, retry })
    }
  })
  return {
    services: services.filter(({ total, shown }) => total + shown > 0),
    unavailable,
    isPending: answers.some(({ isPending }) => isPending),
    isFetching: answers.some(({ isFetching }) => isFetching),
  }
}
