import { useQuery } from '@tanstack/react-query'
import { LockedCard, UnlockedCard } from '../../components/achievement-card.tsx'
import { Banner } from '../../components/banner.tsx'
import { ButtonLink } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { PageHead } from '../../components/page-head.tsx'
import { Reading } from '../../components/reading.tsx'
import { SignedInOnly } from '../../components/signed-in-only.tsx'
import { SkeletonBlock } from '../../components/skeleton.tsx'
import { Stat } from '../../components/stat.tsx'
import { type Achievement, achievementsQuery } from '../../lib/achievements.ts'
import { paths } from '../../lib/paths.ts'
import { useSignInOnRefusal } from '../../lib/signed-out.ts'

/** The customer's unlocked and locked achievements, with their progress. */
export default function AchievementsPage() {
  return (
    <>
      <PageHead title="Achievements" noIndex />
      <Banner title="Achievements" picture="trophy" colour="bg-grape text-white">
        Every prank counts. So does every victim.
      </Banner>
      <div className="page py-10">
        <SignedInOnly skeleton={<Skeleton />}>
          <Achievements />
        </SignedInOnly>
      </div>
    </>
  )
}

function Achievements() {
  const query = useQuery(achievementsQuery)
  useSignInOnRefusal(query.error)
  return (
    <Reading
      query={query}
      failed="Your achievements could not be loaded. Please try again."
      skeleton={<Skeleton />}
    >
      {(achievements) => (achievements.length > 0 ? <Lists achievements={achievements} /> : <NothingYet />)}
    </Reading>
  )
}

function Lists({ achievements }: { achievements: Achievement[] }) {
  const unlocked = achievements.filter((achievement) => achievement.unlocked)
  const locked = achievements.filter((achievement) => !achievement.unlocked)
  return (
    <div className="grid gap-10">
      <dl className="grid grid-cols-3 gap-3 sm:gap-5">
        <Stat label="Unlocked" value={unlocked.length} colour="bg-sun" />
        <Stat label="Locked" value={locked.length} colour="bg-sky" />
        <Stat label="Total" value={achievements.length} colour="bg-mint" />
      </dl>
      {unlocked.length > 0 && (
        <section aria-labelledby="unlocked">
          <h2 id="unlocked" className="mb-5 text-3xl">
            Unlocked Achievements
          </h2>
          <ul className="grid gap-5 md:grid-cols-2 lg:grid-cols-3">
            {unlocked.map((achievement) => (
              <UnlockedCard key={achievement.id} achievement={achievement} complete />
            ))}
          </ul>
        </section>
      )}
      {locked.length > 0 && (
        <section aria-labelledby="locked">
          <h2 id="locked" className="mb-5 text-3xl">
            Locked Achievements
          </h2>
          <ul className="grid gap-5 md:grid-cols-2 lg:grid-cols-3">
            {locked.map((achievement) => (
              <LockedCard key={achievement.id} achievement={achievement} />
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

function NothingYet() {
  return (
    <Notice
      picture="trophy"
      title="No Achievements Yet"
      actions={
        <ButtonLink variant="primary" to={paths.home}>
          Start Pranking
        </ButtonLink>
      }
    >
      Send your first prank, and the trophies start to come in.
    </Notice>
  )
}

function Skeleton() {
  return (
    <div className="grid gap-10">
      <div className="grid grid-cols-3 gap-3 sm:gap-5">
        {['a', 'b', 'c'].map((name) => (
          <SkeletonBlock key={name} className="h-26" />
        ))}
      </div>
      <div className="grid gap-5 md:grid-cols-2 lg:grid-cols-3">
        {['a', 'b', 'c'].map((name) => (
          <SkeletonBlock key={name} className="h-60" />
        ))}
      </div>
    </div>
  )
}
