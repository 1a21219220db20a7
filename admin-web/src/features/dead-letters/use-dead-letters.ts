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

/** What lies dead in every service, or in the one that is chosen; each is asked by itself. */
export function useDeadLetters(only: string | undefined, q: string | undefined) {
  const asked = readerServices.filter((service) => only === undefined || service === only)
  const answers = useQueries({ queries: asked.map(deadLettersOf) })
  const services: ServiceLetters[] = []
  const away: AwayService[] = []
  asked.forEach((service, i) => {
    const answer = answers[i]
    if (answer?.data) services.push(lettersOf(service, answer.data, q))
    if (answer?.error) {
      const { error, isFetching, data } = answer
      // Whoever asks already is waited for: the count reads the same lists.
      const retry = () => answer.refetch({ cancelRefetch: false })
      away.push({ service, error, isFetching, isShown: data !== undefined, retry })
    }
  })
  return {
    services: services.filter(({ total, shown }) => total + shown > 0),
    away,
    isPending: answers.some(({ isPending }) => isPending),
  }
}
