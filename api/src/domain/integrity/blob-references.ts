import { sql } from 'kysely'
import type { ApiDatabase } from '../../platform/database/open-database.ts'

/** SQL of both databases: `sha256` and `document_id`, which may be null. */
export const BLOB_REFERENCES = `
  select sha256, document_id from revisions
  union all select sha256, document_id from completion_certificates where sha256 is not null
  union all select attachment_sha256, document_id from outbox where attachment_sha256 is not null
  union all select sha256, null from template_versions`

/**
 * SQL of both databases: hashes with a file that a row needs, some of them more than once. What waits for its removal is
 * neither copied nor healed, so a copy never brings erased bytes back.
 */
export const COPYABLE_FILES = `
  select r.sha256 from (${BLOB_REFERENCES}) r
  where not exists (select 1 from blob_prefixes p where p.sha256 = r.sha256)
  and not exists (select 1 from blob_removals b where b.sha256 = r.sha256)`

const hashesAmong = async (db: ApiDatabase, select: string, hashes: readonly string[]): Promise<Set<string>> => {
  if (hashes.length === 0) return new Set()
  const { rows } = await sql<{ sha256: string }>`
    select distinct sha256 from (${sql.raw(select)}) s where sha256 in (${sql.join(hashes)})`.execute(db)
  return new Set(rows.map(({ sha256 }) => sha256))
}

/** @returns the hashes that a row still needs */
export const referredOf = (db: ApiDatabase, hashes: readonly string[]): Promise<Set<string>> =>
  hashesAmong(db, BLOB_REFERENCES, hashes)

/** @returns those of `COPYABLE_FILES` */
export const copyableAmong = (db: ApiDatabase, hashes: readonly string[]): Promise<Set<string>> =>
  hashesAmong(db, COPYABLE_FILES, hashes)

/**
 * Documents to name in an alarm; empty if only templates or mails need the bytes.
 *
 * @returns undefined if nothing needs them
 */
export const documentsWith = async (db: ApiDatabase, sha256: string): Promise<number[] | undefined> => {
  const { rows } = await sql<{ document_id: number | null }>`
    select distinct r.document_id from (${sql.raw(BLOB_REFERENCES)}) r
    left join documents d on d.id = r.document_id
    where r.sha256 = ${sha256} and d.deleted_at is null order by 1`.execute(db)
  if (rows.length === 0) return undefined
  return rows.flatMap(({ document_id }) => (document_id === null ? [] : [document_id]))
}

/** Documents to name in an alarm about a file: those with its bytes, or with a prefix of it. */
export const documentsInFile = async (db: ApiDatabase, file: string): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select distinct d.id from (${sql.raw(BLOB_REFERENCES)}) r join documents d on d.id = r.document_id
    where d.deleted_at is null
    and (r.sha256 = ${file} or r.sha256 in (select sha256 from blob_prefixes where within = ${file}))
    order by 1`.execute(db)
  return rows.map(({ id }) => id)
}

/** Hashes after `after`, in order, once each: the scrub's place in its round. */
export const nextBlobs = async (db: ApiDatabase, after: string, limit: number): Promise<string[]> => {
  const { rows } = await sql<{ sha256: string }>`
    select sha256 from
      (select distinct sha256 from revisions where sha256 > ${after} order by 1 limit ${limit}) a
    union select sha256 from
      (select distinct sha256 from completion_certificates where sha256 > ${after} order by 1 limit ${limit}) b
    union select sha256 from
      (select distinct attachment_sha256 as sha256 from outbox where attachment_sha256 > ${after}
       order by 1 limit ${limit}) c
    union select sha256 from
      (select distinct sha256 from template_versions where sha256 > ${after} order by 1 limit ${limit}) d
    order by 1 limit ${limit}`.execute(db)
  return rows.map(({ sha256 }) => sha256)
}
