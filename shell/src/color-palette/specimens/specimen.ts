import type { ComponentType } from 'react'
import type * as controls from 'shared/controls'
import type * as ui from 'shared/ui'

type Named<T> = { [K in keyof T]: K extends Capitalize<K & string> ? K : never }[keyof T]

type ComponentName = (Named<typeof ui> | Named<typeof controls>) & string

export interface Specimen {
  readonly name: ComponentName
  readonly use: string
  /** For pointer, keyboard and screen readers. */
  readonly behaviour?: string
  readonly Example: ComponentType
}
