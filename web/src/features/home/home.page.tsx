import { productName } from '@prankpost/contracts/constants'
import { useEffect } from 'react'
import { useSearchParams } from 'wouter'
import { PageHead } from '../../components/page-head.tsx'
import { promptSignIn } from '../../lib/auth-prompt.ts'
import { paths } from '../../lib/paths.ts'
import { siteOrigin } from '../../lib/site-origin.ts'
import { AutoPrankCard } from './parts/auto-prank-card.tsx'
import { Hero } from './parts/hero.tsx'
import { PrankBuilder } from './parts/prank-builder.tsx'
import { WhyChoose } from './parts/why-choose.tsx'

/** The home page: pick a prank and a target, and add the pair to the cart. */
export default function HomePage() {
  useSignInFromAddress()
  return (
    <>
      <PageHead
        title="Anonymous prank parcels by post"
        description="Send harmless, anonymous prank parcels to friends or foes anywhere in the US. 100% anonymous and secure, from $4.99 with free shipping."
        canonical={paths.home}
        structuredData={{
          '@context': 'https://schema.org',
          '@type': 'WebSite',
          name: productName,
          url: new URL(paths.home, siteOrigin()).href,
        }}
      />
      <Hero />
      <PrankBuilder />
      <AutoPrankCard />
      <WhyChoose />
    </>
  )
}

/** Opens the sign-in dialog when /api/login has redirected here with `?signin=1`, and removes the parameter. */
function useSignInFromAddress() {
  const [search, setSearch] = useSearchParams()
  const isRequested = search.get('signin') === '1'
  useEffect(() => {
    if (!isRequested) return
    promptSignIn()
    setSearch(
      (current) => {
        current.delete('signin')
        return current
      },
      { replace: true },
    )
  }, [isRequested, setSearch])
}
