import { Spin } from 'antd'

/** Shows that something is on its way. */
export function Spinner() {
  return (
    <div role="status" aria-label="Loading" className="spinner">
      <Spin size="large" />
    </div>
  )
}
