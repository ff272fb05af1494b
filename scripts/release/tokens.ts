import {
  createPublisher,
  listPublishers,
  type Publisher,
  revokePublisher,
} from '../../shell/server/publishing/publisher-tokens.ts'
import { parseTokens, TOKENS_USAGE, type TokensCommand, UsageError } from './parse-arguments.ts'

const date = new Intl.DateTimeFormat('es-CR', { dateStyle: 'medium', timeStyle: 'short' })

const whenOf = (text: string | undefined, never: string): string => (text ? date.format(new Date(text)) : never)

const rowOf = ({ id, remote, owner, createdAt, lastUsedAt, revokedAt }: Publisher): string =>
  [
    `${id}  ${remote}  ${owner}`,
    `creado ${whenOf(createdAt, '')}`,
    `usado ${whenOf(lastUsedAt, 'nunca')}`,
    ...(revokedAt ? [`revocado ${whenOf(revokedAt, '')}`] : []),
  ].join('  ')

const perform = async (command: TokensCommand): Promise<readonly string[]> => {
  const { dataDir } = command
  const now = new Date()
  if (command.kind === 'create') {
    const token = await createPublisher(dataDir, command.name, command.owner, now)
    return [token, `Publica solo ${command.name}. Guárdalo ahora: no se vuelve a mostrar.`]
  }
  if (command.kind === 'revoke') {
    const { id, remote, owner } = await revokePublisher(dataDir, command.id, now)
    return [`El token ${id} (${remote}, ${owner}) ya no vale.`]
  }
  const publishers = await listPublishers(dataDir)
  return publishers.length === 0 ? ['No hay tokens de publicación.'] : publishers.map(rowOf)
}

try {
  const [first = '', ...others] = await perform(parseTokens(process.argv.slice(2), process.env))
  console.log(first)
  for (const line of others) console.log(line)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  if (error instanceof UsageError) console.error(`\n${TOKENS_USAGE}`)
  process.exitCode = 1
}
