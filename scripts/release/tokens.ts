import { withReleaseStore } from '../../shell/server/bucket/open-release-store.ts'
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

const rowOf = ({ id, remote, owner, createdAt, lastUsedAt, revokedAt }: KnownPublisher): string =>
  [
    `${id}  ${remote}  ${owner}`,
    `creado ${whenOf(createdAt, '')}`,
    `usado ${whenOf(lastUsedAt, 'nunca')}`,
    ...(revokedAt ? [`revocado ${whenOf(revokedAt, '')}`] : []),
  ].join('  ')

const perform = async (command: TokensCommand, store: ReleaseStore): Promise<readonly string[]> => {
  const now = new Date()
  if (command.kind === 'create') {
    const token = await createPublisher(store, command.name, command.owner, now)
    return [token, `Publica solo ${command.name}. Guárdalo ahora: no se vuelve a mostrar.`]
  }
  if (command.kind === 'revoke') {
    const { id, remote, owner } = await revokePublisher(store, command.id, now)
    return [`El token ${id} (${remote}, ${owner}) ya no vale.`]
  }
  const publishers = await listPublishers(store)
  return publishers.length === 0 ? ['No hay tokens de publicación.'] : publishers.map(rowOf)
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
