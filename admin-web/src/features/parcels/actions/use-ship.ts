import type { QueuedParcel } from '@prankpost/contracts/parcel'
import { errorText } from '@prankpost/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { many } from '../../../lib/many.ts'
import { useNotify } from '../../../lib/notify.ts'
import { refreshParcels, ship } from '../api.ts'

/** Ships parcels, without tracking numbers. If one of them could not be shipped, `failure` has the results and what was sent. */
export function useShip() {
  const queryClient = useQueryClient()
  const notify = useNotify()
  const { mutate, isPending, data, variables, reset } = useMutation({
    mutationFn: (parcels: readonly QueuedParcel[]) => ship(parcels.map(({ id }) => id)),
    onSuccess: ({ results }) => {
      const shipped = results.filter(({ outcome }) => outcome !== 'failed').length
      if (shipped > 0) notify.success('Parcels Shipped', many(shipped, 'parcel'))
    },
    onError: (error) =>
      notify.error(
        'Shipping Failed',
        errorText(error, 'It is not known what was shipped. Do it again: nothing is shipped twice.'),
      ),
    onSettled: () => refreshParcels(queryClient),
  })
  const hasFailures = data?.results.some(({ outcome }) => outcome === 'failed') === true
  return {
    ship: mutate,
    isShipping: isPending,
    failure: hasFailures ? { results: data.results, parcels: variables ?? [] } : null,
    clearFailure: reset,
  }
}
