import { RedoOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { EmptyState } from '../../components/empty-state.tsx'
import { ListToolbar } from '../../components/list-toolbar.tsx'
import { Spinner } from '../../components/spinner.tsx'
import { type ListState, useListState, useOpenItem } from '../../lib/list-state.ts'
import { useRowKeys } from '../../lib/row-keys.ts'
import { useDiedAgain } from './actions/use-died-again.ts'
import { useReplay } from './actions/use-replay.ts'
import { type Replay, refreshDeadLetters } from './api.ts'
import { Away } from './away.tsx'
import { type Letter, replaysOf } from './letters.ts'
import { ServiceSection } from './service-letters.tsx'
import { serviceMap } from './services.ts'
import { useDeadLetters } from './use-dead-letters.ts'
import { useSelection } from './use-selection.ts'
import './dead-letters.css'

const LetterDrawer = lazy(() => import('./letter-drawer.tsx'))

// A message that fails again mostly does so within moments; the usual count finds the others.
const watchEveryMs = 3_000
const watchForMs = 20_000

/** The list of the tab 'Dead Letters'. */
export default function DeadLettersPage() {
  const state = useListState()
  const queryClient = useQueryClient()
  const [sentAt, setSentAt] = useState(0)
  const { services, away, isPending, isFetching } = useDeadLetters(
    state.status,
    state.q,
    () => Date.now() - sentAt < watchForMs && watchEveryMs,
  )
  const [openKey, open] = useOpenItem('letter')
  const selection = useSelection()
  const letters = services.flatMap(({ events }) => events.flatMap((event) => event.letters))
  const { watch, backKeys } = useDiedAgain(letters)
  const { replay, confirmAndReplay, isPending: isReplaying, busyWith } = useReplay()

  const chosen = letters.filter(({ key }) => selection.keys.has(key))
  const noteSent = (sent: Letter[]) => {
    watch(sent)
    setSentAt(Date.now())
    selection.select(keysOf(sent), [])
  }
  const replayOne = async (letter: Letter) => {
    noteSent([letter])
    await replay(replaysOf([letter]))
  }
  const replayMany = (replays: Replay[], which: string, sent: Letter[], howMany: number) =>
    confirmAndReplay(replays, which, howMany, () => noteSent(sent))
  const { rowProps } = useRowKeys(keysOf(letters), {
    noun: 'dead letter',
    group: 'Dead Letters',
    onOpen: open,
    onSelect: selection.toggle,
  })
  const isBusy = ({ service, event, id }: Letter) =>
    busyWith?.some((one) => one.service === service && one.event === event && one.ids?.includes(id)) ?? false
  const opened = letters.find(({ key }) => key === openKey)
  const total = services.reduce((sum, service) => sum + service.total, 0)
  return (
    <>
      <ListToolbar
        state={state}
        searchLabel="Search dead letters"
        statuses={serviceMap}
        statusLabel="Service"
        isBehind={false}
        isRefreshing={isFetching && !isPending}
        onRefresh={() => refreshDeadLetters(queryClient)}
        extra={
          <>
            {chosen.length > 0 && (
              <Button
                type="primary"
                icon={<RedoOutlined aria-hidden />}
                onClick={() => replayMany(replaysOf(chosen), 'The selected ones', chosen, chosen.length)}
              >
                Replay selected ({chosen.length})
              </Button>
            )}
            {!state.q && total > 0 && (
              <Button
                icon={<RedoOutlined aria-hidden />}
                loading={isReplaying}
                onClick={() =>
                  replayMany(
                    services.map(({ service }) => ({ service })),
                    'All dead letters',
                    letters,
                    total,
                  )
                }
              >
                Replay all ({total})
              </Button>
            )}
          </>
        }
      />
      {away.map((one) => (
        <Away key={one.service} {...one} />
      ))}
      {services.map((service) => (
        <ServiceSection
          key={service.service}
          of={service}
          isNarrowed={state.q !== undefined}
          selectedKeys={selection.keys}
          backKeys={backKeys}
          isBusy={isBusy}
          onSelect={(of, keys) => selection.select(keysOf(of), keys)}
          onOpen={open}
          onReplay={replayOne}
          onReplayMany={replayMany}
          rowProps={rowProps}
        />
      ))}
      {letters.length === 0 && (isPending ? <Spinner /> : <Nothing state={state} isAway={away.length > 0} />)}
      <Suspense>
        {openKey !== null && (
          <LetterDrawer
            isOpen={!isPending}
            letter={opened}
            isBusy={isReplaying}
            onReplay={(letter) => {
              open(null)
              void replayOne(letter)
            }}
            onClose={() => open(null)}
          />
        )}
      </Suspense>
    </>
  )
}

const keysOf = (letters: readonly Letter[]) => letters.map(({ key }) => key)

function Nothing({ state, isAway }: { state: ListState; isAway: boolean }) {
  if (state.isFiltered) {
    return (
      <EmptyState title="Nothing Found" action={<Button onClick={state.clearFilter}>Clear Filter</Button>} />
    )
  }
  return (
    <EmptyState
      title={isAway ? 'No Dead Letters in the Services That Answered' : 'No Dead Letters'}
      hint="All is well: every message was taken in. One that fails for good waits here, nothing is lost."
    />
  )
}
