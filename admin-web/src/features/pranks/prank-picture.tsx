import { PictureOutlined } from '@ant-design/icons'
import type { AdminPrank } from '@prankpost/contracts/prank'

/** In the dialog; the list shows it smaller, and takes the same file. */
const largestShown = 224

/** The uploaded picture of a prank; without one a placeholder, because the store then shows one of its own pictures. */
export function PrankPicture({ prank: { picture, image } }: { prank: AdminPrank }) {
  if (picture === null) {
    return (
      <span className="prank-picture" title={`The store shows: ${image}`}>
        <PictureOutlined aria-hidden />
      </span>
    )
  }
  return (
    <img
      {...picture}
      className="prank-picture"
      sizes={`${largestShown}px`}
      alt=""
      loading="lazy"
      decoding="async"
    />
  )
}
