import { describe, expect, test } from 'vitest'
import { brokerConfig } from '../src/config.ts'

const accepts = (AMQP_URL: string) => brokerConfig.safeParse({ AMQP_URL }).success

describe('AMQP_URL', () => {
  test.each([
    'amqp://guest:guest@localhost:5672',
    'amqps://broker',
    'amqp://order:p%2Cw@broker-1:5672,amqp://order:p%2Cw@broker-2:5672, amqp://order:p%2Cw@broker-3',
  ])('when it is %s then it is accepted', (url) => expect(accepts(url)).toBe(true))

  test.each(['', 'broker-1:5672', 'http://broker:5672', 'amqp://broker-1,broker-2', 'amqp://broker-1,'])(
    'when it is "%s" then the configuration is refused',
    (url) => expect(accepts(url)).toBe(false),
  )
})
