export { launchBrowser, testBrowser } from './browser.ts'
export { type TestNamespace, testNamespace } from './namespace.ts'
export { offerSharedStack, type SharedStack, sharedStack } from './shared-stack.ts'
export { type Stack, type StartStackOptions, startStack } from './stack.ts'
