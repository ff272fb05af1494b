import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { freePort } from '../free-port.ts'
import { checkStart, parsePort } from './preflight.mjs'

let folder: string
let environment: { PORT: string; API_PORT: string; DATA_DIR: string }

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trazo-preflight-'))
  environment = {
    PORT: String(await freePort()),
    API_PORT: String(await freePort()),
    DATA_DIR: join(folder, 'new', 'data'),
  }
})
after(() => rmSync(folder, { recursive: true }))

test('free ports and a folder that can be created pass the check', async () => {
  assert.equal(await checkStart(environment), undefined)
  assert.ok(statSync(environment.DATA_DIR).isDirectory())
})

for (const variable of ['PORT', 'API_PORT'] as const)
  test(`an occupied ${variable} is reported with a command that uses another port`, async () => {
    const taken = createServer().listen({ port: Number(environment[variable]), host: '127.0.0.1' })
    await once(taken, 'listening')
    const message = await checkStart(environment)
    taken.close()
    assert.match(
      message ?? '',
      new RegExp(`^El puerto ${environment[variable]} está ocupado\\..* ${variable}=\\d+ npm start$`),
    )
  })

test('invalid ports, and the same port for both servers, are refused', async () => {
  assert.match((await checkStart({ ...environment, PORT: '80a' })) ?? '', /^PORT debe ser/)
  assert.match((await checkStart({ ...environment, API_PORT: '70000' })) ?? '', /^API_PORT debe ser/)
  assert.match((await checkStart({ ...environment, API_PORT: environment.PORT })) ?? '', /no pueden ser el mismo/)
})

test('a data folder that cannot be written is reported', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const message = await checkStart({ ...environment, DATA_DIR: join(file, 'data') })
  assert.match(message ?? '', /^No se puede escribir en .*file\/data\. /)
})

test('an empty port variable gives the default port, and port 0 is invalid', () => {
  assert.equal(parsePort('', 3000), 3000)
  assert.equal(parsePort(undefined, 3000), 3000)
  assert.equal(parsePort('8080', 3000), 8080)
  assert.equal(parsePort('0', 3000), undefined)
})
