import '../../shared/node/running-node.ts'
import { withReleaseStore } from '../../shell/server/bucket/open-release-store.ts'
import {
  createPreviewToken,
  listPreviewTokens,
  revokePreviewToken,
} from '../../shell/server/preview-builds/preview-tokens.ts'
import {
  createPublisher,
  type KnownPublisher,
  listPublishers,
  revokePublisher,
} from '../../shell/server/publishing/publisher-tokens.ts'
import type { ReleaseStore } from '../../shell/server/registry/release-store.ts'
import { parseTokens, TOKENS_USAGE, type TokensCommand, UsageError } from './parse-arguments.ts'

const date = new Intl.DateTimeFormat('es-CR', { dateStyle: 'medium', timeStyle: 'short' })

const whenOf = (text: string | undefined, never: string): string => (text ? date.format(new Date(text)) : never)

const rowOf = ({ id, remote, owner, createdAt, lastUsedAt, revokedAt }: KnownPublisher, rights = ''): string =>
  [
    `${id}  ${remote}  ${owner}${rights}`,
    `creado ${whenOf(createdAt, '')}`,
    `usado ${whenOf(lastUsedAt, 'nunca')}`,
    ...(revokedAt ? [`revocado ${whenOf(revokedAt, '')}`] : []),
  ].join('  ')

/** @throws ReleaseError `unknown` */
const revokeToken = async (store: ReleaseStore, id: string, now: Date): Promise<KnownPublisher> => {
  const isForPreviews = (await listPreviewTokens(store)).some((holder) => holder.id === id)
  return isForPreviews ? revokePreviewToken(store, id, now) : revokePublisher(store, id, now)
}

const perform = async (command: TokensCommand, store: ReleaseStore): Promise<readonly string[]> => {
  const now = new Date()
  if (command.kind === 'create' && command.isForPreviews) {
    const token = await createPreviewToken(store, command.name, command.owner, now)
    return [token, `Solo sube y abre vistas previas de ${command.name}. Guárdalo ahora: no se vuelve a mostrar.`]
  }
  if (command.kind === 'create') {
    const token = await createPublisher(store, command.name, command.owner, now)
    return [token, `Publica solo ${command.name}. Guárdalo ahora: no se vuelve a mostrar.`]
  }
  if (command.kind === 'revoke') {
    const { id, remote, owner } = await revokeToken(store, command.id, now)
    return [`El token ${id} (${remote}, ${owner}) ya no vale.`]
  }
  const rows = [
    ...(await listPublishers(store)).map((holder) => rowOf(holder)),
    ...(await listPreviewTokens(store)).map((holder) => rowOf(holder, '  solo vistas previas')),
  ]
  return rows.length === 0 ? ['No hay tokens de publicación.'] : rows
}

try {
  const command = parseTokens(process.argv.slice(2), process.env)
  const [first = '', ...others] = await withReleaseStore(command.dataDir, process.env, (store) =>
    perform(command, store),
  )
  console.log(first)
  for (const line of others) console.log(line)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  if (error instanceof UsageError) console.error(`\n${TOKENS_USAGE}`)
  process.exitCode = 1
}
