import { describe, expect, test } from 'vitest'
import { nodeComplaint } from '../../../scripts/node-version.mjs'
import { banner } from '../src/cli/banner.ts'
import { parseCliOptions } from '../src/cli/cli-options.ts'
import { checkDisk, portFrom } from '../src/cli/preflight.ts'
import { noMongoAvailable } from '../src/engines/mongo.ts'

describe('the command line', () => {
  test('when there are no arguments, then one replica of each service starts with the existing data', () => {
    expect(parseCliOptions([])).toEqual({
      fresh: false,
      demo: false,
      watch: false,
      rehearsal: false,
      help: false,
      replicas: 1,
    })
  })

  test('when options are given, then they are parsed', () => {
    const options = parseCliOptions(['--fresh', '--demo', '--replicas', '3'])
    expect(options).toMatchObject({ fresh: true, demo: true, replicas: 3 })
  })

  test.each([
    { argv: ['--replicas', '0'] },
    { argv: ['--replicas', '1.5'] },
    { argv: ['--replicas', 'many'] },
    { argv: ['--replicas', '99'] },
  ])('when the number of replicas is invalid ($argv), then it is rejected', ({ argv }) => {
    expect(() => parseCliOptions(argv)).toThrow('--replicas takes a whole number from 1 to 8')
  })

  test('when an option is unknown, then the help is shown', () => {
    expect(() => parseCliOptions(['--frehs'])).toThrow(/--frehs[\s\S]*--fresh/)
  })
})

describe('the requirements of the machine', () => {
  test('when Node is too old, then the message names the required version', () => {
    expect(nodeComplaint('18.20.1')).toMatch(/needs Node 20\.12 or newer.*this is 18\.20\.1/)
    expect(nodeComplaint('20.11.1')).toMatch(/this is 20\.11\.1/)
    expect(nodeComplaint('20.12.0')).toBeUndefined()
    expect(nodeComplaint('26.1.0')).toBeUndefined()
  })

  test('when the disk is nearly full, then the start fails with the free space and the variable', () => {
    expect(() => checkDisk('/data', 299)).toThrow(/299 MB are free[\s\S]*DATA_DIR/)
    expect(() => checkDisk('/data', 300)).not.toThrow()
  })

  test('when a port variable is not a port number, then the message names it', () => {
    expect(portFrom({}, 'GATEWAY_PORT', 8080)).toBe(8080)
    expect(portFrom({ GATEWAY_PORT: '9000' }, 'GATEWAY_PORT', 8080)).toBe(9000)
    expect(() => portFrom({ GATEWAY_PORT: '70000' }, 'GATEWAY_PORT', 8080)).toThrow('GATEWAY_PORT')
  })

  test('when no MongoDB is available, then the message names the three solutions', () => {
    const { message } = noMongoAvailable('the engine has no build for this system')
    expect(message).toMatch(/MONGODB_URI=[\s\S]*mongod is on the PATH[\s\S]*glibc 2\.38/)
  })
})

describe('the banner', () => {
  const facts = {
    baseUrl: 'http://localhost:8080',
    adminUrl: undefined,
    sandboxUrl: 'http://localhost:8090',
    mailUrl: 'http://localhost:8025',
    dataDir: '/data',
    engines: {
      mongo: { uri: 'mongodb://x', label: 'the embedded engine' },
      broker: {
        url: 'amqp://x',
        label: 'an in-memory stand-in',
        settleMs: 0,
        warning: 'It keeps no message when it ends.',
      },
    },
    adminPassword: 'prankmaster',
    seconds: 4.2,
  }

  test('when the broker is the in-memory one, then it shows the warning', () => {
    expect(banner(facts)).toMatch(/ready \(4\.2 s\)[\s\S]*localhost:8080[\s\S]*keeps no message/)
  })

  test('when the admin is built, then its address and the local password are shown', () => {
    expect(banner(facts)).not.toContain('prankmaster')
    expect(banner({ ...facts, adminUrl: 'http://localhost:8080/admin' })).toContain('password: prankmaster')
  })
})
