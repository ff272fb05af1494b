import type { ComponentType } from 'react'
import type * as controls from 'shared/controls'
import type * as ui from 'shared/ui'

type Named<T> = { [K in keyof T]: K extends Capitalize<K & string> ? K : never }[keyof T]

/** Name of a component that shared/ui or shared/controls exports. */
export type ComponentName = (Named<typeof ui> | Named<typeof controls>) & string

/** One component of shared/ui on show. */
export interface Specimen {
  readonly name: ComponentName
  /** What it is for, in a sentence. */
  readonly use: string
  /** How it answers hand, keyboard and reader, where it does. */
  readonly behaviour?: string
  /** All of its states; stands twice on the page, once in each theme. */
  readonly Example: ComponentType
}
