import 'shared/node'
import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { EnvironmentError } from 'shared/server'
import { systemClock } from '../../platform/clock.ts'
import { createWitnessServer } from './serve-witness.ts'
import { addLog, createWitness, holdState, witnessKeyText } from './witness-state.ts'

const USAGE = `Uso:
  pnpm witness init <archivo> <nombre>      crea un testigo y muestra su llave
  pnpm witness add-log <archivo> <llave>    la línea «log» de https://<sitio>/pki/log/policy
  pnpm witness serve <archivo> [--port 8090] [--host 127.0.0.1]
`

const DEFAULT_PORT = '8090'

const say = (line: string): void => {
  process.stdout.write(`${line}\n`)
}

const init = async (path: string, name: string): Promise<void> => {
  const state = await createWitness(path, name)
  say(`witness ${name} ${await witnessKeyText(state)}`)
}

const learnLog = async (path: string, text: string): Promise<void> => {
  const held = await holdState(path)
  try {
    const { name } = await addLog(held, text)
    say(`El testigo firmará el registro ${name}.`)
  } finally {
    await held.release()
  }
}

const serve = async (path: string, host: string, port: string): Promise<void> => {
  const held = await holdState(path)
  const server = createWitnessServer(held, systemClock)
  const stop = (): void => {
    server.close()
    server.closeIdleConnections()
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
  server.listen(Number(port), host, () => say(`El testigo escucha en http://${host}:${port}.`))
  await once(server, 'close')
  await held.release()
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { port: { type: 'string', default: DEFAULT_PORT }, host: { type: 'string', default: '127.0.0.1' } },
})
const [command, path, text] = positionals
try {
  if (command === 'init' && path !== undefined && text !== undefined) await init(path, text)
  else if (command === 'add-log' && path !== undefined && text !== undefined) await learnLog(path, text)
  else if (command === 'serve' && path !== undefined) await serve(path, values.host, values.port)
  else {
    process.stderr.write(USAGE)
    process.exitCode = 2
  }
} catch (error) {
  if (!(error instanceof EnvironmentError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
