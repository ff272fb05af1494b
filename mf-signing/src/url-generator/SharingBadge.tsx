import Globe from 'lucide-react/icons/globe'
import Lock from 'lucide-react/icons/lock'
import type { UserFile } from 'shared/contract'
import { Badge } from 'shared/ui'
import { urlTexts } from './constants.ts'

export function SharingBadge({ file }: { readonly file: Pick<UserFile, 'is_shared' | 'public_link'> }) {
  if (!file.is_shared) return <Badge icon={<Lock />}>{urlTexts.notPublic}</Badge>
  return (
    <Badge tone={file.public_link?.mode === 'sign' ? 'warning' : 'info'} icon={<Globe />}>
      {file.public_link?.mode === 'sign' ? urlTexts.signable : urlTexts.readOnly}
    </Badge>
  )
}
