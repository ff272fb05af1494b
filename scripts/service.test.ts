import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { after, before, test } from 'node:test'
import { freePort } from './free-port.ts'
import { createService, type ServiceOptions } from './service.ts'
import { inWorkspace, workspaceRoot } from './workspace.ts'

/**
 * Answers health checks and writes the
 * id of its child process to a file.
 */
const PROGRAM = `
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
if (process.env.FAIL) { console.error('Configuración inválida'); process.exit(3) }
if (process.env.HANG) await new Promise((never) => setTimeout(never, 300_000))
writeFileSync(process.env.CHILD_FILE, String(spawn('sleep', ['300']).pid))
createServer((_, answer) => answer.end('ok')).listen(process.env.PORT, '127.0.0.1')
`

let folder: string
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'trazo-service-'))
  writeFileSync(join(folder, 'program.mjs'), PROGRAM)
})
after(() => rmSync(folder, { recursive: true }))

const optionsFor = async (more: Partial<ServiceOptions> = {}): Promise<ServiceOptions> => {
  const port = await freePort()
  return {
    name: 'El programa',
    script: relative(workspaceRoot, join(folder, 'program.mjs')),
    logFile: join(folder, 'program.log'),
    healthUrl: `http://127.0.0.1:${port}/`,
    ...more,
    env: { PORT: String(port), CHILD_FILE: join(folder, 'child'), ...more.env },
  }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    // A zombie process still accepts signal 0.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
const until = async (isSo: () => boolean, otherwise: string): Promise<void> => {
  const deadline = Date.now() + 60_000
  while (!isSo()) {
    assert.ok(Date.now() < deadline, otherwise)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
const isGone = (pid: number): Promise<void> => until(() => !isAlive(pid), `${pid} is still there`)

const child = (): number => Number(readFileSync(join(folder, 'child'), 'utf8'))

test('the service starts, and stops together with its child processes', async () => {
  const service = createService(await optionsFor())
  await service.start()
  const pid = service.pid
  assert.ok(pid !== undefined && isAlive(pid) && isAlive(child()))
  await service.stop()
  assert.equal(service.pid, undefined)
  assert.ok(!isAlive(pid))
  await isGone(child())
})

test('a requested kill and restart is not reported as an unexpected exit', async () => {
  const deaths: string[] = []
  const service = createService(await optionsFor({ onDeath: (message) => deaths.push(message) }))
  await service.start()
  const first = service.pid
  await service.kill('SIGKILL')
  await service.start()
  assert.notEqual(service.pid, first)
  await service.stop()
  assert.deepEqual(deaths, [])
})

test('an unexpected exit is reported with the name of the service', async () => {
  const died = Promise.withResolvers<string>()
  const service = createService(await optionsFor({ onDeath: died.resolve }))
  await service.start()
  process.kill(service.pid ?? 0, 'SIGKILL')
  assert.match(await died.promise, /^El programa se detuvo \(SIGKILL\)/)
  await service.stop()
})

test('a failed start reports the reason', async () => {
  const service = createService(await optionsFor({ env: { FAIL: '1' } }))
  await assert.rejects(service.start(), /se detuvo \(código 3\)[\s\S]*Configuración inválida/)
  await service.stop()
})

test('the service stops when its parent process is killed', async () => {
  const options = await optionsFor()
  const launcher = join(folder, 'launcher.mts')
  writeFileSync(
    launcher,
    `import { createService } from ${JSON.stringify(inWorkspace('scripts/service.ts'))}
     const service = createService(${JSON.stringify(options)})
     await service.start()
     console.log(service.pid)
     setInterval(() => {}, 1000)`,
  )
  const parent = spawn(process.execPath, [launcher], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(parent.stdout, 'data')
  const pid = Number(String(line))
  assert.ok(isAlive(pid))
  parent.kill('SIGKILL')
  await isGone(pid)
  process.kill(child(), 'SIGKILL')
})

test('a program that dies restarts until the service is stopped', async () => {
  const deaths: string[] = []
  const next = () => {
    const messages = Promise.withResolvers<string>()
    onDeath = messages.resolve
    return messages.promise
  }
  let onDeath: (message: string) => void = () => undefined
  const service = createService(
    await optionsFor({
      restart: { firstPause: 50 },
      onDeath: (message) => {
        deaths.push(message)
        onDeath(message)
      },
    }),
  )
  await service.start()
  const first = service.pid ?? 0
  const died = next()
  process.kill(first, 'SIGKILL')
  assert.match(await died, /El programa se detuvo \(SIGKILL\)[\s\S]*Se inicia de nuevo en 1 s\.$/)
  await until(() => service.pid !== undefined && service.pid !== first, 'no second process')
  const second = service.pid ?? 0
  assert.ok(isAlive(second))
  await service.stop()
  await isGone(second)
  assert.equal(service.pid, undefined)
})

test('a program that fails repeatedly is restarted, and each report gives the reason', async () => {
  const messages: string[] = []
  const enough = Promise.withResolvers<void>()
  const options = await optionsFor({
    restart: { firstPause: 10 },
    onDeath: (message) => {
      messages.push(message)
      if (messages.length === 4) enough.resolve()
    },
  })
  const service = createService(options)
  await service.start()
  writeFileSync(join(folder, 'program.mjs'), "console.error('Configuración inválida'); process.exit(3)")
  process.kill(service.pid ?? 0, 'SIGKILL')
  await enough.promise
  await service.stop()
  writeFileSync(join(folder, 'program.mjs'), PROGRAM)
  assert.match(messages[1] ?? '', /código 3[\s\S]*Configuración inválida/)
})

test('a start that shows no progress fails with the time and the log', async () => {
  const slow: string[] = []
  const onSlow = (message: string): void => void slow.push(message)
  const service = createService(await optionsFor({ env: { HANG: '1' }, patience: { still: 500, slow: 100 }, onSlow }))
  await assert.rejects(
    service.start(),
    /^Error: El programa no responde después de \d+ s y no avanza desde hace \d+ s\. Mira .*program\.log$/,
  )
  assert.match(slow[0] ?? '', /^El programa sigue iniciando \(\d+ s\)\. /)
  await service.stop()
})
