import type { UserFile } from 'shared/contract'

/** Acts of a document's menu outside of the card. */
export const documentActs = ['select', 'tag', 'describe', 'archive', 'unarchive', 'delete'] as const
export type DocumentAct = (typeof documentActs)[number]

export interface DocumentItemProps {
  readonly file: UserFile
  readonly selected: boolean
  readonly onOpen: (file: UserFile) => void
  readonly onIntent: () => void
  readonly onAct: (file: UserFile, act: DocumentAct) => void
  readonly onSelect: (file: UserFile, extended: boolean) => void
}
