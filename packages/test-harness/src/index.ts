export { launchBrowser } from './browser.ts'
export { type TestNamespace, testNamespace } from './namespace.ts'
export { type Stack, type StartStackOptions, startStack } from './stack.ts'
