import { resolve } from 'node:path'
import { isLoopback } from '../../shared/server/loopback.ts'
import { BuildError, buildFrontEnds } from '../build-front-ends.ts'
import { launchSite, type RunningSite } from '../site.ts'
import { parsePublishing } from './arguments.ts'
import { describeDamage, describeLive } from './describe-live.ts'
import { parsePort } from './preflight.mjs'

/** The API refuses the demonstration account elsewhere. */
const isForTrying = (url: string): boolean => process.env.DEV_OUTBOX === '1' || (URL.canParse(url) && isLoopback(url))

const demo = process.env.DEMO_ACCOUNT || (isForTrying(process.env.PUBLIC_URL || 'http://localhost') ? '1' : '0')
let site: RunningSite | undefined
let stopping = false

const stop = async (code: number): Promise<void> => {
  if (stopping) return
  stopping = true
  await site?.stop()
  process.exit(code)
}

const onSignal = (signal: NodeJS.Signals): void => {
  if (!stopping) console.log(signal === 'SIGINT' ? '\nDeteniendo…' : 'Deteniendo…')
  // Compilers exit with this process.
  void stop(0)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)

const dataDir = resolve(process.env.DATA_DIR || './data')

const announce = async ({ url }: RunningSite): Promise<void> => {
  console.log('')
  const lines = await describeLive(dataDir, 'npm start -- --publish').catch((error: unknown) => [String(error)])
  for (const line of lines) console.log(line)
  console.log(`\nTrazo está en ${process.env.PUBLIC_URL || url}`)
  if (demo === '1') console.log('Cuenta de demostración: demo / demo-trazo')
  if (!process.env.SMTP_URL) console.log(`Correos enviados: ${url}/dev/outbox`)
  console.log('Para detenerlo: Ctrl+C')
}

try {
  const publishing = parsePublishing(process.argv.slice(2))
  await buildFrontEnds(console.log)
  for (const line of await describeDamage(dataDir)) console.error(line)
  console.log('Iniciando…')
  const started = await launchSite({
    dataDir,
    publishing,
    port: parsePort(process.env.PORT, 3000) ?? 3000,
    apiPort: parsePort(process.env.API_PORT, 8000) ?? 8000,
    env: { DEMO_ACCOUNT: demo },
    onDeath: console.error,
    onSlow: console.log,
    restart: true,
  })
  site = started
  if (stopping) await started.stop()
  else await announce(started)
} catch (error) {
  console.error(error instanceof BuildError || error instanceof Error ? error.message : error)
  process.exit(1)
}
