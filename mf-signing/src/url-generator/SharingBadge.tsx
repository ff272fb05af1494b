import Globe from 'lucide-react/icons/globe'
import Lock from 'lucide-react/icons/lock'
import { Badge } from 'shared/ui'
import { urlTexts } from './constants.ts'

/** Whether whoever has the address can read the document now. */
export function SharingBadge({ isShared }: { readonly isShared: boolean }) {
  return isShared ? (
    <Badge tone="info" icon={<Globe />}>
      {urlTexts.isPublic}
    </Badge>
  ) : (
    <Badge icon={<Lock />}>{urlTexts.notPublic}</Badge>
  )
}
