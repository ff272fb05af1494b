import 'shared/node'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { createHierarchy } from '../test/support/stand-in-firmador/hierarchy.ts'
import { startRevocationServer } from '../test/support/stand-in-firmador/revocation-server.ts'
import { createSignPdf } from './sign-pdf.ts'
import { BehaviourSchema, createSimulator } from './simulator.ts'
import { createTransportKeys, SIMULATOR_NAME } from './transport-keys.ts'

/** With `--orders`: runs one JSON order per line and answers `done`. */
const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: './data/fva-simulator' },
    port: { type: 'string', default: '9443' },
    callback: { type: 'string', default: 'https://127.0.0.1:8443/home/api/fva/' },
    delay: { type: 'string', default: '8000' },
    since: { type: 'string' },
    orders: { type: 'boolean', default: false },
  },
})

const DAY = 24 * 60 * 60 * 1000
const OrderSchema = v.object({ ...v.partial(BehaviourSchema).entries, release: v.optional(v.boolean()) })

const folder = resolve(values.folder)
const since = values.since === undefined ? new Date(Date.now() - DAY) : new Date(values.since)
const keys = await createTransportKeys(folder)
const hierarchy = await createHierarchy(since)
await writeFile(join(folder, 'nacional.pem'), hierarchy.pem)
let now: number | null = null
const revocation = await startRevocationServer(hierarchy, () => now ?? Date.now())
const simulator = createSimulator({
  keys,
  signer: { hierarchy, sign: await createSignPdf(hierarchy), stranger: () => createHierarchy(since), revocation },
  behaviour: { callback: values.callback, delay: Number(values.delay) },
})
await once(simulator.server.listen(Number(values.port), '127.0.0.1'), 'listening')
const address = simulator.server.address()
const port = typeof address === 'object' ? address?.port : undefined

const settings: Readonly<Record<string, string>> = {
  SIGNING_AGENT: 'fva',
  SIGNING_AGENT_CA: join(folder, 'nacional.pem'),
  FVA_BASE_URL: `https://127.0.0.1:${port}/FVA/`,
  FVA_NEGOCIO: '1',
  FVA_ENTIDAD: '1',
  FVA_CERT: join(folder, 'entidad.crt'),
  FVA_KEY: join(folder, 'entidad.key'),
  FVA_CA: join(folder, 'transporte.pem'),
  FVA_CALLBACK_PORT: new URL(values.callback).port,
  FVA_CALLBACK_CERT: join(folder, 'retorno.crt'),
  FVA_CALLBACK_KEY: join(folder, 'retorno.key'),
  FVA_CALLBACK_CA: join(folder, 'transporte.pem'),
  FVA_CALLBACK_NAME: SIMULATOR_NAME,
}

const obey = async (line: string): Promise<void> => {
  const { release, ...behaviour } = v.parse(OrderSchema, JSON.parse(line))
  if (behaviour.now !== undefined) now = behaviour.now
  simulator.set(behaviour)
  if (release) await simulator.release()
  process.stdout.write('done\n')
}

if (values.orders) {
  process.stdout.write(`${JSON.stringify(settings)}\n`)
  for await (const line of createInterface({ input: process.stdin })) await obey(line)
  simulator.server.closeAllConnections()
  simulator.server.close()
  await revocation.close()
} else {
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  process.stdout.write(
    `Simulador de la FVA, sin valor legal. Variables para la API y el sitio:\n\n${lines.join('\n')}\n`,
  )
}
