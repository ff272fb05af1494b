import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { downloadFileCall, href } from 'shared/contract'
import { buildFrontEnds } from '../../scripts/build-front-ends.ts'
import { launchSite } from '../../scripts/site.ts'
import type { OwnerApi } from '../harness/api.ts'
import { ownerApi } from '../harness/api.ts'
import type { Owner } from '../harness/people.ts'
import { ownerNamed } from '../harness/people.ts'
import { publishBarePage } from './bare/publish-bare-page.ts'
import type { DocumentName } from './documents/index.ts'
import { documents } from './documents/index.ts'
import type { NetworkName } from './network/lines.ts'
import { openLines } from './network/lines.ts'

export interface StagedDocument {
  readonly filename: string
  readonly file: string
  readonly reading: string
  readonly invitation: string
  readonly editor: string
}

export interface Stage {
  readonly port: number
  readonly owner: Owner
  readonly documents: Readonly<Partial<Record<DocumentName, StagedDocument>>>
  uploadDraft(filename: string, name: DocumentName): Promise<void>
  origin(network: NetworkName): string
  /** As of the lines. */
  delivered(address: string): number
  close(): Promise<void>
}

/** Rate limits are not part of the measurement. */
const NO_LIMITS = { RATE_LIMIT_FACTOR: '1000' }

const launch = async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'trazo-bench-'))
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  try {
    const site = await launchSite({ dataDir, env: NO_LIMITS })
    await publishBarePage(dataDir)
    const crashApi = () => Promise.reject(new Error('nothing crashes here'))
    return { ...site, dataDir, crashApi, remove }
  } catch (error) {
    remove()
    throw error
  }
}

export const stageDocument = async (api: OwnerApi, name: DocumentName): Promise<StagedDocument> => {
  const filename = `${name}.pdf`
  const guest = { name: 'Ana Mora', email: `ana@${name}.example` }
  const file = await api.upload(filename, documents[name].make())
  const link = new URL(await api.invite(file, await api.addField(file, guest), guest))
  // The reading page has no token.
  await api.share(file)
  return {
    filename,
    file: downloadFileCall.path.replace(':id', String(file.id)),
    reading: href.sign(file.id, filename),
    invitation: `${link.pathname}${link.search}`,
    editor: `${href.dashboard()}?${new URLSearchParams({ documento: String(file.id) })}`,
  }
}

export const openStage = async (names: readonly DocumentName[], log: (line: string) => void): Promise<Stage> => {
  await buildFrontEnds(log)
  const site = await launch()
  const lines = await openLines(site.port)
  const close = async () => {
    await Promise.all([site.stop(), lines.close()])
    site.remove()
  }
  try {
    const owner = ownerNamed('medidas')
    const api = await ownerApi(site, owner)
    const staged: Partial<Record<DocumentName, StagedDocument>> = {}
    for (const name of names) staged[name] = await stageDocument(api, name)
    return {
      port: site.port,
      owner,
      documents: staged,
      async uploadDraft(filename, name) {
        await api.upload(filename, documents[name].make())
      },
      origin: lines.origin,
      delivered: lines.delivered,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
