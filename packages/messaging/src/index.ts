export { type Broker, type BrokerOptions, connectBroker } from './broker.ts'
export { checkpoint } from './checkpoint.ts'
export type { CloudEvent, OutboxEntry } from './cloud-event.ts'
export { type Consumer, type Handler, type Handlers, startConsumer } from './consumer.ts'
export { databaseNow, followDatabaseClock } from './database-clock.ts'
export { countDeadLetters, type DeadLetter, listDeadLetters, replayDeadLetters } from './dead-letters.ts'
export { NotYet, Poison } from './errors.ts'
export { createEventPause, type EventPause, processEventPause } from './event-pause.ts'
export { createFailureLog } from './failure-log.ts'
export {
  type Change,
  createEmitter,
  createOutbox,
  type Outbox,
  type OutboxDocument,
  outboxFields,
} from './outbox.ts'
export { createRelay, type Relay, relaxedWriteConcern } from './relay.ts'
export { brokerNames, declareTopology, retryStages, subscriptionsOf } from './topology.ts'
export { currentTraceparent, inTraceOf } from './trace.ts'
