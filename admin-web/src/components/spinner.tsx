import { Spin } from 'antd'

/** The loading indicator. */
export function Spinner() {
  return (
    <div role="status" aria-label="Loading" className="spinner">
      <Spin size="large" />
    </div>
  )
}
