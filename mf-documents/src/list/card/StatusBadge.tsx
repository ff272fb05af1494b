import Ban from 'lucide-react/icons/ban'
import CalendarX from 'lucide-react/icons/calendar-x'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import Clock from 'lucide-react/icons/clock'
import FileUp from 'lucide-react/icons/file-up'
import type { UserFile } from 'shared/contract'
import { Badge } from 'shared/ui'
import { statuses } from '../../documents/labels.ts'

const icons = {
  UPLOADED: FileUp,
  PROCESSING: Clock,
  COMPLETED: CircleCheck,
  FAILED: CircleX,
  CANCELLED: Ban,
} as const

export function StatusBadge({ status, deadline }: Pick<UserFile, 'status' | 'deadline'>) {
  if (deadline?.expired)
    return (
      <Badge tone="warning" icon={<CalendarX />}>
        Vencido
      </Badge>
    )
  const Icon = icons[status]
  const { label, tone } = statuses[status]
  return (
    <Badge tone={tone} icon={<Icon />}>
      {label}
    </Badge>
  )
}
