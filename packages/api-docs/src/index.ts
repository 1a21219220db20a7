export { asyncApiDocument } from './asyncapi.ts'
export { openApiDocument } from './openapi.ts'
