import { type EventName, events, type ServiceName, serviceDescriptions } from '@prankpost/contracts'
import { pascalCase } from '@prankpost/contracts/endpoint'
import { camel, type Json } from './json.ts'
import { createSchemaBook } from './schemas.ts'
import { version } from './version.ts'

const description = `\
The events between the services. Each event has one owner, which publishes it to the topic exchange \
\`prankpost.events\` with the name of the event as routing key. Each reader has its own durable quorum queue, \
\`<service>.<event>\`. The envelope is CloudEvents 1.0 in its structured JSON format, with the payload in \`data\`.

An event is published at least once, persistently and with publisher confirms, from the outbox of the document whose \
change it reports. A reader may receive it twice, late, or before an earlier event, and recognizes a duplicate by the \
event's \`id\`. An event that a reader cannot handle is retried after 1 s, 10 s, 1 min and 10 min, and then waits in \
\`<service>.<event>.dead\` until the operator replays it. To listen to the events of the shop, bind your own queue to \
the exchange; nothing else needs to change.`

const exchange = 'prankpost.events'
const cloudEvents = 'application/cloudevents+json'
const bindingVersion = '0.3.0'
const names = Object.keys(events) as EventName[]

/** Creates the AsyncAPI 3.0 document of every event: its publisher, its readers and its format on the wire. */
export function asyncApiDocument(): Json {
  // AsyncAPI's own schemas are a superset of draft 7.
  const book = createSchemaBook('draft-07')
  const data = names.map((name) => [`${pascalCase(name)}Data`, book.schemaOf(events[name].data, 'output')])
  return book.finish({
    asyncapi: '3.0.0',
    info: { title: 'PrankPost events', version, description, license: { name: 'MIT' }, tags: tags() },
    defaultContentType: cloudEvents,
    servers: {
      broker: {
        host: '{host}',
        protocol: 'amqp',
        protocolVersion: '0.9.1',
        description: "The shop's broker, which is reachable only inside its own network.",
        variables: { host: { default: 'localhost:5672', description: 'The host and port of AMQP_URL.' } },
      },
    },
    channels: Object.assign({}, ...names.map(channelsOf)),
    operations: Object.assign({}, ...names.map(operationsOf)),
    components: {
      messages: Object.fromEntries(names.map((name) => [camel(name), messageOf(name)])),
      schemas: Object.fromEntries(data),
    },
  })
}

const queueChannel = (reader: ServiceName, name: EventName) => `${camel(reader)}${pascalCase(name)}`

/** The routing key of an event, and the queue of each reader. */
function channelsOf(name: EventName): Json {
  const messages = { [camel(name)]: { $ref: `#/components/messages/${camel(name)}` } }
  const { owner, readers, about } = events[name]
  const key = {
    address: name,
    title: `Events '${name}' of ${owner}`,
    description: about,
    messages,
    bindings: {
      amqp: {
        is: 'routingKey',
        exchange: { name: exchange, type: 'topic', durable: true, autoDelete: false, vhost: '/' },
        bindingVersion,
      },
    },
  }
  const queues = readers.map((reader) => [
    queueChannel(reader, name),
    {
      address: `${reader}.${name}`,
      title: `Queue of ${reader} for '${name}'`,
      messages,
      bindings: queueOf(reader, name),
    },
  ])
  return { [camel(name)]: key, ...Object.fromEntries(queues) }
}

function queueOf(reader: ServiceName, name: EventName): Json {
  const queue = `${reader}.${name}`
  return {
    amqp: {
      is: 'queue',
      queue: { name: queue, durable: true, exclusive: false, autoDelete: false, vhost: '/' },
      bindingVersion,
      'x-bound-to': { exchange, routingKey: name },
      'x-arguments': {
        'x-queue-type': 'quorum',
        'x-overflow': 'reject-publish',
        'x-dead-letter-strategy': 'at-least-once',
        'x-dead-letter-exchange': `${reader}.dead`,
        'x-dead-letter-routing-key': `${queue}.dead`,
      },
    },
  }
}

function operationsOf(name: EventName): Json {
  const { owner, readers, about } = events[name]
  const operation = (action: 'send' | 'receive', service: ServiceName, channel: string, amqp: Json) => ({
    action,
    channel: { $ref: `#/channels/${channel}` },
    title: `${service} ${action}s '${name}'`,
    summary: about,
    tags: [{ name: service }],
    messages: [{ $ref: `#/channels/${channel}/messages/${camel(name)}` }],
    bindings: { amqp: { ...amqp, bindingVersion } },
  })
  const sends = operation('send', owner, camel(name), { deliveryMode: 2, mandatory: true, timestamp: true })
  const receives = readers.map((reader) => {
    const channel = queueChannel(reader, name)
    return [
      `${camel(reader)}Receives${pascalCase(name)}`,
      operation('receive', reader, channel, { ack: true }),
    ]
  })
  return { [`${camel(owner)}Sends${pascalCase(name)}`]: sends, ...Object.fromEntries(receives) }
}

function messageOf(name: EventName): Json {
  return {
    name,
    title: name,
    summary: events[name].about,
    contentType: cloudEvents,
    tags: [{ name: events[name].owner }],
    payload: envelopeOf(name),
  }
}

/** @see https://github.com/cloudevents/spec/blob/v1.0.2/cloudevents/formats/json-format.md */
function envelopeOf(name: EventName): Json {
  const text = (description: string) => ({ type: 'string', minLength: 1, description })
  const properties = {
    specversion: { const: '1.0' },
    id: { ...text('The same for each delivery of this event.'), maxLength: 100 },
    source: { const: events[name].owner },
    type: { const: name },
    time: { ...text('When the event occurred, in UTC.'), format: 'date-time' },
    subject: text('The id of the aggregate that changed.'),
    datacontenttype: { const: 'application/json' },
    dataschema: text(
      'The version of the payload, `urn:prankpost:event:<type>:<version>`; absent for the first version.',
    ),
    traceparent: text('The trace of the event (W3C Trace Context).'),
    data: { $ref: `#/components/schemas/${pascalCase(name)}Data` },
  }
  const required = Object.keys(properties).filter(
    (property) => !['traceparent', 'dataschema'].includes(property),
  )
  return { type: 'object', properties, required, additionalProperties: false }
}

function tags(): Json[] {
  const services = new Set<ServiceName>(
    names.flatMap((name) => [events[name].owner, ...events[name].readers]),
  )
  return [...services].map((name) => ({ name, description: serviceDescriptions[name] }))
}
