export { createSandbox, type Sandbox, type SandboxDeps } from './app.ts'
