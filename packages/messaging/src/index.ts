export { type Broker, type BrokerOptions, connectBroker } from './broker.ts'
export { checkpoint } from './checkpoint.ts'
export type { CloudEvent, OutboxEntry } from './cloud-event.ts'
export { type Consumer, type Handler, type Handlers, startConsumer } from './consumer.ts'
export { countDeadLetters, type DeadLetter, listDeadLetters, replayDeadLetters } from './dead-letters.ts'
export { NotYet, Poison } from './errors.ts'
export { companyMs, inBatches, noteConcern } from './in-batches.ts'
export {
  type Change,
  createEmitter,
  createOutbox,
  type Outbox,
  type OutboxDocument,
  outboxFields,
} from './outbox.ts'
export { createRelay, type Relay } from './relay.ts'
export { createRest, processRest, type Rest } from './rest.ts'
export { brokerNames, declareTopology, retryLadder, subscriptionsOf } from './topology.ts'
export { currentTraceparent, inTraceOf } from './trace.ts'
