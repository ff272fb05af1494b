import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createWitnessServer } from '../../src/operations/witness/serve-witness.ts'
import {
  addLog,
  createWitness,
  type HeldState,
  holdState,
  witnessKeyText,
} from '../../src/operations/witness/witness-state.ts'
import type { TestServer } from './test-server.ts'

export interface TestWitness {
  readonly name: string
  readonly key: string
  readonly url: string
  readonly held: HeldState
  readonly statePath: string
}

const closing: (() => Promise<unknown>)[] = []

export const closeWitnesses = async (): Promise<void> => {
  for (const close of closing.splice(0).reverse()) await close()
}

export const startWitness = async (name: string, clock: () => number): Promise<TestWitness> => {
  const folder = await mkdtemp(join(tmpdir(), 'trazo-witness-'))
  const statePath = join(folder, 'state.json')
  const key = await witnessKeyText(await createWitness(statePath, name))
  const held = await holdState(statePath)
  const server = createWitnessServer(held, clock).listen(0, '127.0.0.1')
  await once(server, 'listening')
  closing.push(async () => {
    server.closeAllConnections()
    server.close()
    await held.release()
    await rm(folder, { recursive: true })
  })
  const { port } = server.address() as AddressInfo
  return { name, key, url: `http://127.0.0.1:${port}`, held, statePath }
}

/** @param quorum lines behind those of the witnesses */
export const policyFile = async (witnesses: readonly TestWitness[], ...quorum: readonly string[]): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'trazo-policy-'))
  closing.push(() => rm(folder, { recursive: true }))
  const path = join(folder, 'policy')
  const lines = witnesses.map(({ name, key, url }) => `witness ${name} ${key} ${url}`)
  await writeFile(path, [...lines, ...quorum, ''].join('\n'))
  return path
}

export const publicText = async ({ app }: TestServer, path: string): Promise<string> => {
  const { statusCode, body } = await app.inject({ method: 'GET', url: path })
  if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}`)
  return body
}

/** Tells the witnesses the site's newest log, as their operators would. */
export const introduceLog = async (server: TestServer, witnesses: readonly TestWitness[]): Promise<void> => {
  await server.sealLog.tick()
  const logs = (await publicText(server, '/pki/log/policy')).split('\n').filter((line) => line.startsWith('log '))
  for (const { held } of witnesses) await addLog(held, logs.at(-1)?.split(' ')[1] ?? '')
}
