/** A tracking number, with a link to its carrier if there is one. */
export function TrackingLink(props: { trackingNumber: string | null; trackingUrl: string | null }) {
  const { trackingNumber, trackingUrl } = props
  if (!trackingUrl) return trackingNumber
  return (
    <a href={trackingUrl} target="_blank" rel="noopener noreferrer">
      {trackingNumber}
    </a>
  )
}
