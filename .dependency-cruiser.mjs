/** Imports flow one way: contracts <- messaging, service-kit <- services; no package imports the internals of another. */
const house = '^(services/[^/]+|gateway|web|admin-web)/'

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'A circle has no bottom to start reading from.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-service-imports-another',
      comment: 'Services talk by events and signed calls, never by import.',
      severity: 'error',
      from: { path: '^services/([^/]+)/' },
      to: { path: house, pathNot: '^services/$1/' },
    },
    {
      name: 'contracts-import-nothing-of-ours',
      severity: 'error',
      from: { path: '^packages/contracts/src' },
      to: { path: '^(packages/(?!contracts/)|services|gateway|web)' },
    },
    {
      name: 'images-have-no-system-map',
      comment: 'An image contains packages and a service, but no file of the root.',
      severity: 'error',
      from: { path: '^(packages|services|gateway|web|admin-web)/', pathNot: '^packages/local-stack/|/test/' },
      to: { path: '^system\\.ts$' },
    },
    {
      name: 'api-docs-knows-only-contracts',
      severity: 'error',
      from: { path: '^packages/api-docs/src' },
      to: { path: '^(packages/(?!contracts/|api-docs/)|services|gateway|web)' },
    },
    {
      name: 'screening-knows-only-contracts',
      severity: 'error',
      from: { path: '^packages/screening/src' },
      to: { path: '^(packages/(?!contracts/|screening/)|services|gateway|web)' },
    },
    {
      name: 'messaging-knows-only-contracts',
      severity: 'error',
      from: { path: '^packages/messaging/src' },
      to: { path: '^(packages/(?!contracts/|messaging/)|services|gateway|web)' },
    },
    {
      name: 'kit-knows-only-contracts-and-messaging',
      severity: 'error',
      from: { path: '^packages/service-kit/src' },
      to: { path: '^(packages/(?!contracts/|messaging/|service-kit/)|services|gateway|web)' },
    },
    {
      name: 'only-messaging-knows-amqp',
      comment: 'local-stack starts a broker, and tests check it from outside; no product code does.',
      severity: 'error',
      from: {
        path: '^(packages|services|gateway|web)',
        pathNot: '^packages/(messaging|local-stack|test-harness)/|/test/',
      },
      to: { path: 'node_modules/amqplib' },
    },
    {
      name: 'only-payment-knows-stripe',
      severity: 'error',
      from: {
        path: '^(packages|services|gateway|web)/',
        pathNot: '^(services/payment|packages/stripe-sandbox)/|/test/',
      },
      to: { path: 'node_modules/stripe/' },
    },
    {
      name: 'front-end-features-stay-apart',
      comment: 'What two features share lives in lib or components.',
      severity: 'error',
      from: { path: '^(web|admin-web)/src/features/([^/]+)/' },
      to: { path: '^(web|admin-web)/src/features/', pathNot: '^$1/src/features/$2/' },
    },
    {
      name: 'front-ends-stay-in-the-browser',
      severity: 'error',
      from: { path: '^(web|admin-web)/src/' },
      to: {
        path: '^(services|gateway|packages/(messaging|service-kit|local-stack|stripe-sandbox|test-harness))/',
      },
    },
    {
      name: 'tests-are-not-imported',
      severity: 'error',
      comment: 'The bench shops with the shopper of the tests.',
      from: { pathNot: '/test/|^(test|bench)/' },
      to: { path: '^(test/|[^/]+/test/|(packages|services)/[^/]+/test/)' },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/dist/|\\.local/|\\.css$' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
}
