import type { DoNotPrankEntry } from '@prankpost/contracts/do-not-prank'
import { errorText } from '@prankpost/web-kit'
import type { UseMutationResult } from '@tanstack/react-query'
import { Alert, Button, Form, Input } from 'antd'
import type { AddressSearch } from './api.ts'

interface SearchFormProps {
  found: UseMutationResult<DoNotPrankEntry | null, Error, AddressSearch>
}

/** Searches an address by its digest. What is entered is neither stored nor in the URL. */
export function SearchForm({ found: { mutate, isPending, data, error } }: SearchFormProps) {
  const search = ({ address, address2, zipCode }: AddressSearch) =>
    mutate({ address, address2: address2 || null, zipCode })
  return (
    <Form<AddressSearch>
      layout="inline"
      onFinish={search}
      className="list-toolbar"
      aria-label="Search an address"
    >
      <Form.Item name="address" label="Address" rules={[{ required: true, message: 'Address is required' }]}>
        <Input autoComplete="off" maxLength={200} />
      </Form.Item>
      <Form.Item name="address2" label="Unit">
        <Input autoComplete="off" maxLength={100} />
      </Form.Item>
      <Form.Item
        name="zipCode"
        label="ZIP code"
        rules={[{ required: true, pattern: /^\d{5}(-\d{4})?$/, message: 'ZIP code is required' }]}
      >
        <Input autoComplete="off" maxLength={10} />
      </Form.Item>
      <Button htmlType="submit" type="primary" loading={isPending}>
        Search Address
      </Button>
      <div role="status">
        {error !== null && <Alert type="error" title={errorText(error, 'Please try again.')} />}
        {error === null && data === null && <Alert type="info" title="This address is not on the list." />}
        {error === null && data && <Alert type="success" title="This address is on the list." />}
      </div>
    </Form>
  )
}
