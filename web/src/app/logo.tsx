import { productName } from '@prankpost/contracts/constants'
import { Link } from 'wouter'
import { Picture } from '../components/picture.tsx'
import { paths } from '../lib/paths.ts'

/** The logo and the name, with a link to home. */
export function Logo() {
  return (
    <Link
      to={paths.home}
      aria-label={productName}
      className="group flex items-center gap-2 rounded-full pr-2"
    >
      <Picture name="logo" width={48} eager className="group-hover:animate-wiggle" />
      <span className="font-display text-[1.75rem] leading-none max-[359px]:text-[1.375rem]">
        Prank<span className="text-grape">Post</span>
      </span>
    </Link>
  )
}
