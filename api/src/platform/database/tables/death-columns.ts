import type { Generated } from 'kysely'

/** Columns of each table of due work. */
export interface DeathColumns {
  /** Processes that died in a row while they worked on it; decides the pause. */
  deaths: Generated<number>
  /** How many of them were probably its fault: 0, 1 (a suspect) or 2, which ends it. */
  blamed: Generated<number>
  /** When the last one was noticed. */
  died_at: number | null
}
