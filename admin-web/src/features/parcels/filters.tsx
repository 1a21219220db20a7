import { usStates } from '@prankpost/contracts/us-states'
import { useQuery } from '@tanstack/react-query'
import { Input, Select } from 'antd'
import { pranksQuery } from './api.ts'
import type { ParcelState } from './parcel-state.ts'

/** The filters of the queue: kind of purchase, prank, the recipient's state, and the day until which it is to be shipped. */
export function Filters({ state: { filters, setFilter } }: { state: ParcelState }) {
  const pranks = useQuery(pranksQuery)
  return (
    <>
      <Select
        aria-label="Type filter"
        className="status-filter"
        value={filters.type ?? ''}
        options={[
          { value: '', label: 'Orders and plans' },
          { value: 'once', label: 'Orders' },
          { value: 'plan', label: 'Plans' },
        ]}
        onChange={(type) => setFilter('type', type)}
      />
      <Select
        aria-label="Prank filter"
        className="parcel-prank-filter"
        value={filters.prank ?? ''}
        loading={pranks.isLoading}
        options={[
          { value: '', label: 'Prank: all' },
          ...(pranks.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(prank) => setFilter('prank', prank)}
      />
      <Select
        aria-label="State filter"
        showSearch
        value={filters.state ?? ''}
        options={[
          { value: '', label: 'State: all' },
          ...usStates.map((code) => ({ value: code, label: code })),
        ]}
        onChange={(code) => setFilter('state', code)}
      />
      <Input
        type="date"
        className="parcel-day"
        aria-label="Ship by"
        title="Ship by"
        value={filters.shipBy ?? ''}
        onChange={({ target }) => setFilter('shipBy', target.value)}
      />
    </>
  )
}
