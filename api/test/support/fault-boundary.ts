import type {
  CompiledQuery,
  DatabaseConnection,
  Dialect,
  Driver,
  Kysely,
  QueryResult,
  TransactionSettings,
} from 'kysely'
import type { ServiceBoundary } from '../../src/app/boundary.ts'
import type { BlobStore } from '../../src/platform/storage/blob-store.ts'

/**
 * Called before and after every write, e.g. `before put blob`,
 * `after begin > insert users > insert sessions`. A statement
 * without an effect has no `after`.
 */
export type Fault = (point: string) => void

const STATEMENT = /^\s*(insert|update|delete)(?:\s+or\s+\w+)?(?:\s+(?:into|from))?\s+(?:"\w+"\.)?"?(\w+)/i

const writeOf = (sql: string): string | undefined => {
  const [, verb, table] = STATEMENT.exec(sql) ?? []
  return verb === undefined ? undefined : `${verb.toLowerCase()} ${table}`
}

class FaultyConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection
  readonly #fault: Fault
  #writes: readonly string[] = []

  constructor(inner: DatabaseConnection, fault: Fault) {
    this.inner = inner
    this.#fault = fault
  }

  begin(): void {
    this.#writes = ['begin']
  }

  async commit(work: () => Promise<void>): Promise<void> {
    const point = [...this.#writes, 'commit'].join(' > ')
    const wrote = this.#writes.length > 1
    if (wrote) this.#fault(`before ${point}`)
    await work()
    this.#writes = []
    if (wrote) this.#fault(`after ${point}`)
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const write = writeOf(query.sql)
    if (write === undefined) return this.inner.executeQuery<Row>(query)
    const writes = [...this.#writes, write]
    const point = writes.join(' > ')
    this.#fault(`before ${point}`)
    const result = await this.inner.executeQuery<Row>(query)
    if ((result.numAffectedRows ?? BigInt(result.rows.length)) === 0n) return result
    if (this.#writes.length > 0) this.#writes = writes
    this.#fault(`after ${point}`)
    return result
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.inner.streamQuery<Row>(query, chunkSize)
  }
}

const faulty = (connection: DatabaseConnection): FaultyConnection => {
  if (connection instanceof FaultyConnection) return connection
  throw new TypeError('a connection of another driver')
}

class FaultyDriver implements Driver {
  readonly #inner: Driver
  readonly #fault: Fault

  constructor(inner: Driver, fault: Fault) {
    this.#inner = inner
    this.#fault = fault
  }

  init = (): Promise<void> => this.#inner.init()
  destroy = (): Promise<void> => this.#inner.destroy()

  async acquireConnection(): Promise<DatabaseConnection> {
    return new FaultyConnection(await this.#inner.acquireConnection(), this.#fault)
  }

  releaseConnection(connection: DatabaseConnection): Promise<void> {
    return this.#inner.releaseConnection(faulty(connection).inner)
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    await this.#inner.beginTransaction(faulty(connection).inner, settings)
    faulty(connection).begin()
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return faulty(connection).commit(() => this.#inner.commitTransaction(faulty(connection).inner))
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return this.#inner.rollbackTransaction(faulty(connection).inner)
  }
}

const faultyDialect = (dialect: Dialect, fault: Fault): Dialect => ({
  createAdapter: () => dialect.createAdapter(),
  createDriver: () => new FaultyDriver(dialect.createDriver(), fault),
  createIntrospector: (db: Kysely<unknown>) => dialect.createIntrospector(db),
  createQueryCompiler: () => dialect.createQueryCompiler(),
})

const around = async <Result>(fault: Fault, write: string, work: () => Promise<Result>): Promise<Result> => {
  fault(`before ${write}`)
  const result = await work()
  fault(`after ${write}`)
  return result
}

const faultyBlobs = (blobs: BlobStore, fault: Fault): BlobStore => ({
  ...blobs,
  receive: async (chunks, maxBytes) => {
    const received = await around(fault, 'receive blob', () => blobs.receive(chunks, maxBytes))
    if (received.kind !== 'complete') return received
    const { blob } = received
    return {
      kind: 'complete',
      blob: {
        ...blob,
        keep: () => around(fault, 'keep blob', blob.keep),
        discard: () => around(fault, 'discard blob', blob.discard),
      },
    }
  },
  put: (bytes) => around(fault, 'put blob', () => blobs.put(bytes)),
  remove: (sha256, quiet) => around(fault, 'remove blob', () => blobs.remove(sha256, quiet)),
})

export const faultBoundary = (fault: Fault): ServiceBoundary => ({
  dialect: (dialect) => faultyDialect(dialect, fault),
  blobs: (blobs) => faultyBlobs(blobs, fault),
  transport: (transport) => (envelope) => around(fault, 'send mail', () => transport(envelope)),
})
