import { type ReaderService, readerServices } from '@prankpost/contracts/services'
import { useQueries } from '@tanstack/react-query'
import { deadLettersOf } from './api.ts'
import { lettersOf, type ServiceLetters } from './letters.ts'

/** A service that could not be asked. */
export interface AwayService {
  service: ReaderService
  error: Error
  /** Whether what it said before is still shown. */
  isShown: boolean
  isFetching: boolean
  retry: () => unknown
}

/**
 * The dead letters of every service, or of the chosen one; each is read by itself, and again as often as
 * `refetchInterval` says.
 */
export function useDeadLetters(
  only: string | undefined,
  q: string | undefined,
  refetchInterval: () => number | false,
) {
  const asked = readerServices.filter((service) => only === undefined || service === only)
  const answers = useQueries({
    queries: asked.map((service) => ({ ...deadLettersOf(service), refetchInterval })),
  })
  const services: ServiceLetters[] = []
  const away: AwayService[] = []
  asked.forEach((service, i) => {
    const answer = answers[i]
    if (answer?.data) services.push(lettersOf(service, answer.data, q))
    if (answer?.error) {
      const { error, isFetching, data } = answer
      const retry = () => answer.refetch({ cancelRefetch: false })
      away.push({ service, error, isFetching, isShown: data !== undefined, retry })
    }
  })
  return {
    services: services.filter(({ total, shown }) => total + shown > 0),
    away,
    isPending: answers.some(({ isPending }) => isPending),
    isFetching: answers.some(({ isFetching }) => isFetching),
  }
}
