import { RedoOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import { Nothing } from '../../components/list-page.tsx'
import { ListToolbar } from '../../components/list-toolbar.tsx'
import { Spinner } from '../../components/spinner.tsx'
import { useListState, useOpenItem } from '../../lib/list-state.ts'
import { useRowKeys } from '../../lib/row-keys.ts'
import { useDiedAgain } from './actions/use-died-again.ts'
import { useReplay } from './actions/use-replay.ts'
import { type Replay, refreshDeadLetters } from './api.ts'
import { type DeadLetter, replaysOf } from './dead-letters.ts'
import { ServiceSection } from './service-dead-letters.tsx'
import { serviceMap } from './services.ts'
import { Unavailable } from './unavailable.tsx'
import { useDeadLetters } from './use-dead-letters.ts'
import { useSelection } from './use-selection.ts'
import './dead-letters.css'

const DeadLetterDrawer = lazy(() => import('./dead-letter-drawer.tsx'))

// Most messages that fail again do so within seconds; the regular count finds the others.
const watchEveryMs = 3_000
const watchForMs = 20_000

/** The list of the tab 'Dead Letters'. */
export default function DeadLettersPage() {
  const state = useListState()
  const queryClient = useQueryClient()
  const [sentAt, setSentAt] = useState(0)
  const { services, unavailable, isPending, isFetching } = useDeadLetters(
    state.status,
    state.q,
    () => Date.now() - sentAt < watchForMs && watchEveryMs,
  )
  const [openKey, open] = useOpenItem('letter')
  const selection = useSelection()
  const deadLetters = services.flatMap(({ events }) => events.flatMap((event) => event.deadLetters))
  const { watch, failedAgainKeys } = useDiedAgain(deadLetters)
  const { replay, confirmAndReplay, isPending: isReplaying, busyWith } = useReplay()

  const selected = deadLetters.filter(({ key }) => selection.keys.has(key))
  const markSent = (sent: DeadLetter[]) => {
    watch(sent)
    setSentAt(Date.now())
    selection.select(keysOf(sent), [])
  }
  const replayOne = async (deadLetter: DeadLetter) => {
    markSent([deadLetter])
    await replay(replaysOf([deadLetter]))
  }
  const replayMany = (replays: Replay[], which: string, sent: DeadLetter[], howMany: number) =>
    confirmAndReplay(replays, which, howMany, () => markSent(sent))
  const { rowProps } = useRowKeys(
    deadLetters.map(({ key }) => ({ id: key })),
    { noun: 'dead letter', group: 'Dead Letters', onOpen: open, onSelect: selection.toggle },
  )
  const isBusy = ({ service, event, id }: DeadLetter) =>
    busyWith?.some((one) => one.service === service && one.event === event && one.ids?.includes(id)) ?? false
  const opened = deadLetters.find(({ key }) => key === openKey)
  const total = services.reduce((sum, service) => sum + service.total, 0)
  return (
    <>
      <ListToolbar
        state={state}
        searchLabel="Search dead letters"
        statuses={serviceMap}
        statusLabel="Service"
        isOutdated={false}
        isRefreshing={isFetching && !isPending}
        onRefresh={() => refreshDeadLetters(queryClient)}
        extra={
          <>
            {selected.length > 0 && (
              <Button
                type="primary"
                icon={<RedoOutlined aria-hidden />}
                onClick={() =>
                  replayMany(replaysOf(selected), 'The selected ones', selected, selected.length)
                }
              >
                Replay selected ({selected.length})
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
                    deadLetters,
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
      {unavailable.map((one) => (
        <Unavailable key={one.service} {...one} />
      ))}
      {services.map((service) => (
        <ServiceSection
          key={service.service}
          of={service}
          isFiltered={state.q !== undefined}
          selectedKeys={selection.keys}
          failedAgainKeys={failedAgainKeys}
          isBusy={isBusy}
          onSelect={(of, keys) => selection.select(keysOf(of), keys)}
          onOpen={open}
          onReplay={replayOne}
          onReplayMany={replayMany}
          rowProps={rowProps}
        />
      ))}
      {deadLetters.length === 0 &&
        (isPending ? (
          <Spinner />
        ) : (
          <Nothing
            state={state}
            emptyTitle={
              unavailable.length > 0 ? 'No Dead Letters in the Services That Answered' : 'No Dead Letters'
            }
            emptyHint="Every message was processed. A message that fails permanently waits here; nothing is lost."
          />
        ))}
      <Suspense>
        {openKey !== null && (
          <DeadLetterDrawer
            isOpen={!isPending}
            deadLetter={opened}
            isBusy={isReplaying}
            onReplay={(deadLetter) => {
              open(null)
              void replayOne(deadLetter)
            }}
            onClose={() => open(null)}
          />
        )}
      </Suspense>
    </>
  )
}

const keysOf = (deadLetters: readonly DeadLetter[]) => deadLetters.map(({ key }) => key)
