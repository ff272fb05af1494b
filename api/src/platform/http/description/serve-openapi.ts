import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { DOCS_POLICY } from '../security-headers.ts'
import { describeSite } from './describe-site.ts'

/** Serves `/home/api/docs`. */
export const registerOpenApi = async (app: FastifyInstance, publicUrl: string): Promise<void> => {
  await app.register(swagger, {
    openapi: { openapi: '3.1.0' },
    // Its own reading of routes knows neither media types nor headers.
    transformObject: () => describeSite(app, publicUrl) as object,
  })
  await app.register(swaggerUi, { routePrefix: '/home/api/docs', staticCSP: DOCS_POLICY })
}
