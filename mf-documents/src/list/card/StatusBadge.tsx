import Ban from 'lucide-react/icons/ban'
import CalendarX from 'lucide-react/icons/calendar-x'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import Clock from 'lucide-react/icons/clock'
import FileUp from 'lucide-react/icons/file-up'
import type { UserFile } from 'shared/contract'
import { Badge } from 'shared/ui'
import { statusLabels } from '../../documents/labels.ts'

const icons = {
  UPLOADED: FileUp,
  PROCESSING: Clock,
  COMPLETED: CircleCheck,
  FAILED: CircleX,
  CANCELLED: Ban,
  EXPIRED: CalendarX,
} as const

export function StatusBadge({ status, deadline }: Pick<UserFile, 'status' | 'deadline'>) {
  const state = deadline?.expired ? 'EXPIRED' : status
  const Icon = icons[state]
  const { label, tone } = statusLabels[state]
  return (
    <Badge tone={tone} icon={<Icon />}>
      {label}
    </Badge>
  )
}
