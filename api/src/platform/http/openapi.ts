import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { PRODUCT } from 'shared/contract'
import { DOCS_POLICY } from './security-headers.ts'

/** Serves `/home/api/docs`. Register before the routes. */
export const registerOpenApi = async (app: FastifyInstance): Promise<void> => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `API de ${PRODUCT}`, version: '1', description: 'Las llamadas que usa el sitio.' },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: 'Sesión de una persona, o enlace de un invitado.' },
          program: { type: 'http', scheme: 'bearer', bearerFormat: 'trz_…', description: 'Token de un programa.' },
        },
      },
    },
  })
  await app.register(swaggerUi, { routePrefix: '/home/api/docs', staticCSP: DOCS_POLICY })
}
