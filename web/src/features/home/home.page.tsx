import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { promptSignIn } from '../../lib/auth-prompt.ts'
import { useTitle } from '../../lib/title.ts'
import { AutoPrankCard } from './parts/auto-prank-card.tsx'
import { Hero } from './parts/hero.tsx'
import { PrankBuilder } from './parts/prank-builder.tsx'
import { WhyChoose } from './parts/why-choose.tsx'

/** The shop window: pick a prank, pick a target, add the pair to the Arsenal. */
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

/** /api/login sends people here with `?signin=1`: opens the dialog once, and tidies the address. */
function useSignInFromAddress() {
  const [search, setSearch] = useSearchParams()
  const isAsked = search.get('signin') === '1'
  useEffect(() => {
    if (!isAsked) return
    promptSignIn()
    setSearch(
      (current) => {
        current.delete('signin')
        return current
      },
      { replace: true },
    )
  }, [isAsked, setSearch])
}
