import type { FoundPlace } from 'pdf/places'
import { SECOND_MS } from '../../platform/clock.ts'
import { type ThreadTask, taskRanks } from '../../platform/threads/thread-task.ts'

/** CPU milliseconds. A contract of ten pages takes 0.3 s, sixty pages of scans three. */
const READING_TIME = 10 * SECOND_MS

export interface PlacesRequest {
  /** Of the revision; its memory moves to the thread. */
  readonly bytes: Uint8Array
}

export interface PlaceOfPage extends FoundPlace {
  /** From 1. */
  readonly page: number
}

export interface ReadPlaces {
  readonly places: readonly PlaceOfPage[]
  /** All pages were read. */
  readonly isComplete: boolean
}

export const findPlacesTask: ThreadTask<PlacesRequest, ReadPlaces> = {
  name: 'find-places',
  rank: taskRanks.background,
  timeLimit: READING_TIME,
  moves: ['bytes'],
}
