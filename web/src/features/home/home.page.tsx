import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { promptSignIn } from '../../lib/auth-prompt.ts'
import { useTitle } from '../../lib/title.ts'
import { AutoPrankCard } from './parts/auto-prank-card.tsx'
import { Hero } from './parts/hero.tsx'
import { PrankBuilder } from './parts/prank-builder.tsx'
import { WhyChoose } from './parts/why-choose.tsx'

/** The home page: pick a prank and a target, and add the pair to the cart. */
export default function HomePage() {
  useTitle('Anonymous prank parcels by post')
  useSignInFromAddress()
  return (
    <>
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
