import { useQuery } from '@tanstack/react-query'
import { LockedCard, UnlockedCard } from '../../../components/achievement-card.tsx'
import { ButtonLink } from '../../../components/button.tsx'
import { Notice } from '../../../components/notice.tsx'
import { Reading } from '../../../components/reading.tsx'
import { SkeletonBlock } from '../../../components/skeleton.tsx'
import { achievementsQuery } from '../../../lib/achievements.ts'
import { paths } from '../../../lib/paths.ts'

/** The customer's achievements: first the unlocked, then the locked ones. */
export default function AchievementsTab() {
  const query = useQuery(achievementsQuery)
  return (
    <section aria-labelledby="achievements">
      <h2 id="achievements" className="mb-5 text-3xl">
        Achievements
      </h2>
      <Reading
        query={query}
        failed="Your achievements could not be loaded. Please try again."
        skeleton={<Skeleton />}
      >
        {(achievements) =>
          achievements.length === 0 ? (
            <NothingYet />
          ) : (
            <ul className="grid gap-5 md:grid-cols-2 lg:grid-cols-3">
              {achievements
                .filter(({ unlocked }) => unlocked)
                .map((achievement) => (
                  <UnlockedCard key={achievement.id} achievement={achievement} />
                ))}
              {achievements
                .filter(({ unlocked }) => !unlocked)
                .map((achievement) => (
                  <LockedCard key={achievement.id} achievement={achievement} />
                ))}
            </ul>
          )
        }
      </Reading>
    </section>
  )
}

function NothingYet() {
  return (
    <Notice
      picture="trophy"
      level="h3"
      title="No Achievements Yet"
      actions={
        <ButtonLink variant="primary" to={paths.home}>
          Start Pranking
        </ButtonLink>
      }
    />
  )
}

function Skeleton() {
  return (
    <div className="grid gap-5 md:grid-cols-2 lg:grid-cols-3">
      {['a', 'b', 'c'].map((name) => (
        <SkeletonBlock key={name} className="h-56" />
      ))}
    </div>
  )
}
