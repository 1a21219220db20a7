import { useQuery } from '@tanstack/react-query'
import { LockedCard, UnlockedCard } from '../../../components/achievement-card.tsx'
import { ButtonLink } from '../../../components/button.tsx'
import { Notice } from '../../../components/notice.tsx'
import { Reading } from '../../../components/reading.tsx'
import { Bone } from '../../../components/skeleton.tsx'
import { achievementsQuery } from '../../../lib/achievements.ts'
import { paths } from '../../../lib/paths.ts'

/** What the customer has earned, and then what is still to be earned. */
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
        bones={<Bones />}
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
        <ButtonLink look="primary" to={paths.home}>
          Start Pranking
        </ButtonLink>
      }
    />
  )
}

function Bones() {
  return (
    <div className="grid gap-5 md:grid-cols-2 lg:grid-cols-3">
      {['a', 'b', 'c'].map((name) => (
        <Bone key={name} className="h-56" />
      ))}
    </div>
  )
}
