import Archive from 'lucide-react/icons/archive'
import { Badge } from 'shared/ui'

export function ArchivedBadge() {
  return <Badge icon={<Archive />}>Archivado</Badge>
}
