import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import type { FastifyInstance } from 'fastify'
import { invalidEnvironment } from 'shared/server'
import type { FvaCallback, FvaEnvironment } from '../platform/environment/fva-environment.ts'
import { readNamedFile } from '../platform/environment/named-file.ts'

const CALLS = /^\/home\/api\/fva\/(?:Resultado|ValideElServicio)\/?$/

type TlsCallback = Extract<FvaCallback, { kind: 'tls' }>

const readPair = async (callback: TlsCallback) => ({
  cert: await readNamedFile(callback.cert, 'FVA_CALLBACK_CERT'),
  key: await readNamedFile(callback.key, 'FVA_CALLBACK_KEY'),
  ca: await readNamedFile(callback.ca, 'FVA_CALLBACK_CA'),
})

const createListener = (app: FastifyInstance, tls: Awaited<ReturnType<typeof readPair>>): Server => {
  const options = { ...tls, requestCert: true, rejectUnauthorized: true, minVersion: 'TLSv1.2' } as const
  try {
    return createServer(options, (request, response) => {
      if (CALLS.test(request.url ?? '')) app.routing(request, response)
      else response.writeHead(404).end()
    })
  } catch {
    throw invalidEnvironment('FVA_CALLBACK_CERT, FVA_CALLBACK_KEY y FVA_CALLBACK_CA no sirven juntas')
  }
}

/** @returns the port; undefined if a proxy receives the calls */
export const listenForFva = async (
  app: FastifyInstance,
  environment: Pick<FvaEnvironment, 'callback'> | null,
): Promise<number | undefined> => {
  if (environment?.callback.kind !== 'tls') return undefined
  const { callback } = environment
  const server = createListener(app, await readPair(callback))
  app.addHook('onClose', async () => {
    server.closeAllConnections()
    server.close()
  })
  await app.ready()
  server.listen(callback.port, callback.host)
  await once(server, 'listening')
  const address = server.address()
  return typeof address === 'object' ? address?.port : undefined
}
